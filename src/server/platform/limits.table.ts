declare module '#server/platform/tables.ts' {
  interface Tables {
    rateLimits: RateLimitsTable
  }
}

/** The used points of a rule, by the hash of rule and key. `expire`: the end of the window, in ms since 1970. */
export interface RateLimitsTable {
  key: string
  points: number
  expire: number | null
}
