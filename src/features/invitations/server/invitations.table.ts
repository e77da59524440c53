import type { Generated } from 'kysely'

declare module '#platform/database/tables.ts' {
  interface Tables {
    invitations: InvitationsTable
  }
}

/** A link with which a limited number of people can register. */
export interface InvitationsTable {
  id: string
  tokenHash: Buffer
  /** Who the invitation is for. */
  label: string
  /** How many people have registered with the link. */
  uses: Generated<number>
  /** How many people may register with the link. */
  usesMax: number
  createdAt: Date
  expiresAt: Date
  revokedAt: Date | null
}
