import type { Generated } from 'kysely'

declare module '#platform/database/tables.ts' {
  interface Tables {
    authenticators: AuthenticatorsTable
    recoveryCodes: RecoveryCodesTable
  }
}

/**
 * A user's authenticator. `sealedSecret` is its encrypted secret (seal-secret.ts). `confirmedAt` is null until its
 * first code is entered. `lastStep` is the newest time step whose code was used (RFC 6238).
 */
export interface AuthenticatorsTable {
  userId: string
  sealedSecret: Buffer
  confirmedAt: Date | null
  lastStep: Generated<number>
  createdAt: Date
}

/** A recovery code that hasn't been used. */
export interface RecoveryCodesTable {
  userId: string
  codeHash: Buffer
}
