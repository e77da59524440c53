import type { JSONColumnType } from 'kysely'
import type { Actor } from './actor.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    auditLog: AuditLogTable
  }
}

/**
 * The details of an action: numbers, flags, ids and fixed words such as a role, never a person's name or email address.
 */
export type AuditDetails = Record<string, string | number | boolean | null>

export interface AuditLogTable {
  id: string
  at: Date
  actorKind: Actor['kind']
  /** The id of the member who acted. Null if a visitor or the system acted. */
  actorId: string | null
  /** The name of the part of the system that acted, such as a job. Null if a member or visitor acted. */
  actorName: string | null
  action: string
  targetKind: string | null
  targetId: string | null
  details: JSONColumnType<AuditDetails>
  /** The actor's network (/24 or /48). Null if the system acted, or if work continued after the response. */
  network: string | null
}
