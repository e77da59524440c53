import type { Generated } from 'kysely'

declare module '#platform/database/tables.ts' {
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

/**
 * `network` is the truncated IP address, and `browser` is the User-Agent. `lastWrite`: the position of the write-ahead log
 * (pg_lsn) after the member's last write, for reads from replicas.
 */
export interface SessionsTable {
  userId: string
  id: string
  tokenHash: Buffer
  createdAt: Date
  usedAt: Date
  expiresAt: Date
  network: string
  browser: string
  lastWrite: string | null
}

/** Tokens that work once: in links, and as tickets between the password and the code of the second factor. */
export interface AccountTokensTable {
  userId: string
  tokenHash: Buffer
  purpose: 'reset-password' | 'verify-email' | 'second-factor'
  /** The account's address when the token was created. */
  email: string
  /**
   * Whether the link is emailed (in names of the database, a letter is an email). If not, the operator hands it over.
   * Always true for tickets.
   */
  byLetter: Generated<boolean>
  createdAt: Date
  expiresAt: Date
}
