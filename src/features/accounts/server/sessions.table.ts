import type { Generated } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    passwords: PasswordsTable
    sessions: SessionsTable
    accountTokens: AccountTokensTable
  }
}

/** `hash`: argon2id as a PHC string. */
export interface PasswordsTable {
  userId: string
  hash: string
  changedAt: Date
}

/** `network` is cut short, `browser` is the User-Agent. */
export interface SessionsTable {
  userId: string
  id: string
  tokenHash: Buffer
  createdAt: Date
  usedAt: Date
  expiresAt: Date
  network: string
  browser: string
}

/** Links in letters, and the way from a password to the code that is asked next: each works once. */
export interface AccountTokensTable {
  userId: string
  tokenHash: Buffer
  purpose: 'reset-password' | 'verify-email' | 'second-factor'
  email: string
  /** Whether it went there by letter; the operator hands others over. */
  byLetter: Generated<boolean>
  createdAt: Date
  expiresAt: Date
}
