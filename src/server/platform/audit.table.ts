import type { JSONColumnType } from 'kysely'
import type { Actor } from './actor.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    auditLog: AuditLogTable
  }
}

/** The details of an action: numbers, flags and ids. Never a name or an email address. */
export type AuditDetails = Record<string, string | number | boolean | null>

export interface AuditLogTable {
  id: string
  at: Date
  actorKind: Actor['kind']
  /** The id of the member who acted. Null for visitors and the system. */
  actorId: string | null
  /** The name of a part of the system, such as a job. Null for members and visitors. */
  actorName: string | null
  action: string
  targetKind: string | null
  targetId: string | null
  details: JSONColumnType<AuditDetails>
  /** The /24 or /48 network of the actor. */
  network: string | null
}
