declare module '#server/platform/tables.ts' {
  interface Tables {
    rateLimits: RateLimitsTable
  }
}

/** The points that are used up, by the hash of a rule and a key. `expire`: when the window ends, in ms since 1970. */
export interface RateLimitsTable {
  key: string
  points: number
  expire: number | null
}
