import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import type { Session } from '../../contract.ts'

/** Lists the member's sessions that haven't expired, with the most recently used one first. */
export async function listSessions(db: Db, { id, sessionId }: Member, now: Date): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'createdAt', 'usedAt', 'expiresAt', 'network', 'browser'])
    .where('userId', '=', id)
    .where('expiresAt', '>', now)
    .orderBy('usedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.usedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    network: row.network,
    browser: row.browser,
    isCurrent: row.id === sessionId,
  }))
}
