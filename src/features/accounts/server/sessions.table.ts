import type { Generated } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    passwords: PasswordsTable
    sessions: SessionsTable
    accountTokens: AccountTokensTable
  }
}

/** `hash` is an argon2id hash as a PHC string. */
export interface PasswordsTable {
  userId: string
  hash: string
  changedAt: Date
}

/** `network` is the truncated IP address, and `browser` is the User-Agent. */
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

/** Tokens that work once: in links, and as tickets between the password and the code of the second factor. */
export interface AccountTokensTable {
  userId: string
  tokenHash: Buffer
  purpose: 'reset-password' | 'verify-email' | 'second-factor'
  email: string
  /** True if the link was emailed. Otherwise the operator hands it over. */
  byLetter: Generated<boolean>
  createdAt: Date
  expiresAt: Date
}
