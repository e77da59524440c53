declare module '#server/platform/tables.ts' {
  interface Tables {
    captchaSolutions: CaptchaSolutionsTable
  }
}

/** Used solutions. `hash`: SHA-256 of the challenge's signature. */
export interface CaptchaSolutionsTable {
  hash: Buffer
  expiresAt: Date
}
