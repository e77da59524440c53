import type { Db } from '#platform/database/db.ts'
import type { Connection } from '../contract.ts'
import type { Provider } from '../rules.ts'

/** Finds the id of the member who is connected to this account at the provider. Returns undefined if there is none. */
export async function findConnectedUserId(db: Db, provider: Provider, subject: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('connections')
    .select('userId')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.userId
}

/** Lists the accounts at other sites to which a user is connected, sorted by provider. */
export async function listConnections(db: Db, userId: string): Promise<Connection[]> {
  const rows = await db
    .selectFrom('connections')
    .select(['provider', 'name', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('provider')
    .execute()
  return rows.map(({ provider, name, createdAt }) => ({ provider, name, createdAt: createdAt.toISOString() }))
}
