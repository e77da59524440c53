import type { Member } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import type { Session } from '../contract.ts'

/** The member's sessions that haven't expired, last used first. */
export async function listSessions(db: Db, { id, sessionId }: Member, now: Date): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'used_at', 'expires_at', 'network', 'browser'])
    .where('user_id', '=', id)
    .where('expires_at', '>', now)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.used_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    network: row.network,
    browser: row.browser,
    isCurrent: row.id === sessionId,
  }))
}
