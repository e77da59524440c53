import { type AuditFilter, listAuditEntries } from '#platform/audit.ts'
import type { Db } from '#platform/db.ts'

/**
 * Lists the audit log entries about a user, oldest first: what they did, and what was done to their account. Leaves out
 * who acted and, if it was another user, from which network.
 */
export async function listOwnAuditEntries(db: Db, userId: string) {
  const entries = [
    ...(await listAll(db, { actorId: userId })),
    ...(await listAll(db, { target: { kind: 'user', id: userId } })),
  ]
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()]
    .sort((a, b) => a.at.localeCompare(b.at))
    .map(({ at, action, details, actor, network }) => {
      const isByOther = actor.kind === 'user' && actor.id !== userId
      return { at, action, details, network: isByOther ? null : network }
    })
}

async function listAll(db: Db, filter: AuditFilter) {
  const entries = []
  for (let cursor: string | undefined; ; ) {
    const page = await listAuditEntries(db, filter, { limit: 100, cursor })
    entries.push(...page.items)
    if (!page.nextCursor) return entries
    cursor = page.nextCursor
  }
}
