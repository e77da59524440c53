import type { Generated } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    authenticators: AuthenticatorsTable
    recoveryCodes: RecoveryCodesTable
  }
}

/** `confirmed_at` is null while it is being set up; `last_step` is the newest one whose code was used (RFC 6238). */
export interface AuthenticatorsTable {
  userId: string
  sealedSecret: Buffer
  confirmedAt: Date | null
  lastStep: Generated<number>
  createdAt: Date
}

/** Those that were not used yet. */
export interface RecoveryCodesTable {
  userId: string
  codeHash: Buffer
}
