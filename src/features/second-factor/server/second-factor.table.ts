import type { Generated } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    authenticators: AuthenticatorsTable
    recoveryCodes: RecoveryCodesTable
  }
}

/** `confirmedAt` is null until the first code; `lastStep` is the newest step whose code was used (RFC 6238). */
export interface AuthenticatorsTable {
  userId: string
  sealedSecret: Buffer
  confirmedAt: Date | null
  lastStep: Generated<number>
  createdAt: Date
}

/** Unused codes only. */
export interface RecoveryCodesTable {
  userId: string
  codeHash: Buffer
}
