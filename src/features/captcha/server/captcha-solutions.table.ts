declare module '#server/platform/tables.ts' {
  interface Tables {
    captcha_solutions: CaptchaSolutionsTable
  }
}

/** Used solutions. `hash`: SHA-256 of the challenge's signature. */
export interface CaptchaSolutionsTable {
  hash: Buffer
  expires_at: Date
}
