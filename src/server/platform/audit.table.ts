import type { JSONColumnType } from 'kysely'
import type { Actor } from './actor.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    auditLog: AuditLogTable
  }
}

/** What an act may say of itself: numbers, flags and ids. Never a name or an e-mail address. */
export type ActDetails = Record<string, string | number | boolean | null>

export interface AuditLogTable {
  id: string
  at: Date
  actorKind: Actor['kind']
  /** A member. */
  actorId: string | null
  /** A part of the system, such as a job; members have no name here. */
  actorName: string | null
  action: string
  targetKind: string | null
  targetId: string | null
  details: JSONColumnType<ActDetails>
  /** The /24 or /48 that the act came from. */
  network: string | null
}
