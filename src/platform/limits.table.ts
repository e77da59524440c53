declare module '#platform/database/tables.ts' {
  interface Tables {
    rateLimits: RateLimitsTable
  }
}

/** The used points of a limit. `key`: a hash (limits.ts). `expire`: when the window ends, in ms since 1970. */
export interface RateLimitsTable {
  key: string
  points: number
  expire: number | null
}
