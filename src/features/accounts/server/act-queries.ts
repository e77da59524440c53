import { type ActFilter, listActs } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'

/**
 * The audit log entries of a user, oldest first: what they did, and what was done to their account. Hides who acted and
 * from which network if it was another user.
 */
export async function listOwnActs(db: Db, userId: string) {
  const acts = [
    ...(await listAll(db, { actorId: userId })),
    ...(await listAll(db, { target: { kind: 'user', id: userId } })),
  ]
  return [...new Map(acts.map((act) => [act.id, act])).values()]
    .sort((a, b) => a.at.localeCompare(b.at))
    .map(({ at, action, details, actor, network }) => {
      const isByOther = actor.kind === 'user' && actor.id !== userId
      return { at, action, details, network: isByOther ? null : network }
    })
}

async function listAll(db: Db, filter: ActFilter) {
  const acts = []
  for (let cursor: string | undefined; ; ) {
    const page = await listActs(db, filter, { limit: 100, cursor })
    acts.push(...page.items)
    if (!page.nextCursor) return acts
    cursor = page.nextCursor
  }
}
