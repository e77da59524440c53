import type { Generated } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    authenticators: AuthenticatorsTable
    recovery_codes: RecoveryCodesTable
  }
}

/** `confirmed_at` is null until the first code; `last_step` is the newest step whose code was used (RFC 6238). */
export interface AuthenticatorsTable {
  user_id: string
  sealed_secret: Buffer
  confirmed_at: Date | null
  last_step: Generated<number>
  created_at: Date
}

/** Unused codes only. */
export interface RecoveryCodesTable {
  user_id: string
  code_hash: Buffer
}
