import type { Db } from '#server/platform/db.ts'
import type { Connection } from '../contract.ts'
import type { Provider } from '../rules.ts'

/** Finds the member who is connected with this account at the provider; undefined if there is none. */
export async function findConnected(db: Db, provider: Provider, subject: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('connections')
    .select('user_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

/** A user's accounts at other sites, by provider. */
export async function listConnections(db: Db, userId: string): Promise<Connection[]> {
  const rows = await db
    .selectFrom('connections')
    .select(['provider', 'name', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('provider')
    .execute()
  return rows.map(({ provider, name, created_at }) => ({ provider, name, createdAt: created_at.toISOString() }))
}
