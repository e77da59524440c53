declare module '#server/platform/tables.ts' {
  interface Tables {
    rateLimits: RateLimitsTable
  }
}

/** Points taken of a rule, by the hash of rule and key. `expire`: when the window ends, in ms since 1970. */
export interface RateLimitsTable {
  key: string
  points: number
  expire: number | null
}
