import type { Actor } from './actor.ts'
import type { AuditDetails, AuditLogTable } from './audit.table.ts'
import type { Db, Tx } from './database/db.ts'
import { newId } from './ids.ts'
import { recordedNetwork } from './ip-prefix.ts'
import { cursorKeys, cutPage, readCursor } from './paging.ts'

/** The kinds of things that an action can concern. The admin area looks up a thing's name by its id. */
export type TargetKind =
  | 'user'
  | 'prompt'
  | 'tool'
  | 'category'
  | 'message'
  | 'comparison'
  | 'example'
  | 'report'
  | 'author'
  | 'collection'
  | 'comment'
  | 'group'

/** An action, such as `account.delete`, and what it concerns. */
export type NewAuditEntry = { action: string; target?: { kind: TargetKind; id: string }; details?: AuditDetails }

/** Who acted. `address`: the IP address, or null if the work continues after the response. */
export type AuditActor = Actor | { kind: 'user'; id: string; address: string | null }

/**
 * Adds an entry about an action to the audit log, in the action's own transaction. The details may contain ids,
 * but neither names nor addresses, because an entry remains after an account is deleted.
 */
export async function recordAuditEntry(
  tx: Tx,
  actor: AuditActor,
  { action, target, details = {} }: NewAuditEntry,
): Promise<void> {
  await tx
    .insertInto('auditLog')
    .values({
      id: newId(),
      at: new Date(),
      actorKind: actor.kind,
      actorId: actor.kind === 'user' ? actor.id : null,
      actorName: actor.kind === 'system' ? actor.name : null,
      action,
      targetKind: target?.kind ?? null,
      targetId: target?.id ?? null,
      details: JSON.stringify(details),
      network: actor.kind === 'system' || actor.address === null ? null : recordedNetwork(actor.address),
    })
    .execute()
}

export type AuditFilter = { actorId?: string; action?: string; target?: { kind: string; id: string } }

/**
 * Reads a page of entries, newest first. `countAuditEntries` counts all entries that match the filter. Throws AppError
 * validation_failed (an invalid cursor).
 */
export async function listAuditEntries(db: Db, filter: AuditFilter, page: { limit: number; cursor?: string }) {
  const list = `audit ${JSON.stringify(filter)}`
  const position = readCursor(list, page.cursor, cursorKeys.time)
  let query = selectEntries(db, filter).selectAll()
  if (position) {
    const at = new Date(position.key)
    query = query.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(at, position.id)))
  }
  const rows = await query
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const { items, nextCursor } = cutPage(rows, page.limit, list, (row) => ({ key: row.at.toISOString(), id: row.id }))
  return { items: items.map(toEntry), nextCursor }
}

function selectEntries(db: Db, filter: AuditFilter) {
  let query = db.selectFrom('auditLog')
  if (filter.actorId) query = query.where('actorId', '=', filter.actorId)
  if (filter.action) query = query.where('action', '=', filter.action)
  if (filter.target) query = query.where('targetKind', '=', filter.target.kind).where('targetId', '=', filter.target.id)
  return query
}

/** Counts the entries that match a filter. Stops at `max`. */
export async function countAuditEntries(db: Db, filter: AuditFilter, max: number): Promise<number> {
  const { entries } = await db
    .selectFrom(selectEntries(db, filter).select('id').limit(max).as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('entries'))
    .executeTakeFirstOrThrow()
  return entries
}

type AuditRow = Pick<AuditLogTable, 'id' | 'at' | 'actorKind' | 'actorId' | 'actorName' | 'action' | 'network'> & {
  targetKind: string | null
  targetId: string | null
  details: AuditDetails
}

function toEntry(row: AuditRow) {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    action: row.action,
    target: row.targetKind && row.targetId ? { kind: row.targetKind, id: row.targetId } : null,
    details: row.details,
    network: row.network,
  }
}
