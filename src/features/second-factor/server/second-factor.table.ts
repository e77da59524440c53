import type { Generated } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    authenticators: AuthenticatorsTable
    recovery_codes: RecoveryCodesTable
  }
}

/** `confirmed_at` is null while it is being set up; `last_step` is the newest one whose code was used (RFC 6238). */
export interface AuthenticatorsTable {
  user_id: string
  sealed_secret: Buffer
  confirmed_at: Date | null
  last_step: Generated<number>
  created_at: Date
}

/** Those that were not used yet. */
export interface RecoveryCodesTable {
  user_id: string
  code_hash: Buffer
}
