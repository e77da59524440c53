import type { Generated } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    passwords: PasswordsTable
    sessions: SessionsTable
    account_tokens: AccountTokensTable
  }
}

/** `hash`: argon2id as a PHC string. */
export interface PasswordsTable {
  user_id: string
  hash: string
  changed_at: Date
}

/** `network` is cut short, `browser` is the User-Agent. */
export interface SessionsTable {
  user_id: string
  id: string
  token_hash: Buffer
  created_at: Date
  used_at: Date
  expires_at: Date
  network: string
  browser: string
}

/** Links in letters, and the way from a password to the code that is asked next: each works once. */
export interface AccountTokensTable {
  user_id: string
  token_hash: Buffer
  purpose: 'reset-password' | 'verify-email' | 'second-factor'
  email: string
  /** Whether it went there by letter; the operator hands others over. */
  by_letter: Generated<boolean>
  created_at: Date
  expires_at: Date
}
