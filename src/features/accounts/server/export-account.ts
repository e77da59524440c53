import type { Member } from '#platform/actor.ts'
import { type AuditFilter, listAuditEntries } from '#platform/audit.ts'
import type { Db } from '#platform/database/db.ts'
import type { Accounts } from './account-hooks.ts'
import { exportsPerUser } from './account-limits.ts'
import { listSessions } from './sessions/session-queries.ts'
import { getOwnUser } from './user-queries.ts'

/**
 * Returns everything that the site stores about a member: account, sessions and audit log entries (`acts`), then each
 * feature's part under its name. Long parts are read only while they are sent. Throws AppError rate_limited.
 */
export async function exportAccount({ db, limits, now, hooks }: Accounts, member: Member) {
  await limits.take(exportsPerUser, member.id)
  const parts: Record<string, unknown> = {}
  for (const [name, read] of Object.entries(hooks.exportParts)) parts[name] = await read(db, member.id)
  return {
    exportedAt: now().toISOString(),
    account: await getOwnUser(db, member.id, { ...hooks, address: member.address }),
    sessions: await listSessions(db, member, now()),
    acts: await listOwnAuditEntries(db, member.id),
    ...parts,
  }
}

/**
 * Lists the audit log entries about a user, oldest first: what they did, and what was done to their account. Leaves out
 * who acted and, if it was another user, from which network.
 */
async function listOwnAuditEntries(db: Db, userId: string) {
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
