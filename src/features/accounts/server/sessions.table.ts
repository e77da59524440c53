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

/** `network` is truncated; `browser` is the User-Agent. */
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

/** Tokens that work once: links in emails, and tickets between the password and the second factor's code. */
export interface AccountTokensTable {
  user_id: string
  token_hash: Buffer
  purpose: 'reset-password' | 'verify-email' | 'second-factor'
  email: string
  /** Whether the link was emailed. The operator hands others over. */
  by_letter: Generated<boolean>
  created_at: Date
  expires_at: Date
}
