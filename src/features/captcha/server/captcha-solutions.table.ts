declare module '#platform/database/tables.ts' {
  interface Tables {
    captchaSolutions: CaptchaSolutionsTable
  }
}

/** Used solutions. `hash` is the SHA-256 of the challenge's signature. */
export interface CaptchaSolutionsTable {
  hash: Buffer
  expiresAt: Date
}
