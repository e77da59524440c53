import type { Db } from '#platform/database/db.ts'
import type { ClientMetadata } from '../client-rules.ts'

/** Stores what an app says about itself, in place of what it said before. */
export async function storeClient(db: Db, metadata: ClientMetadata, now: Date): Promise<void> {
  const row = { metadata: JSON.stringify(metadata), readAt: now }
  await db
    .insertInto('oauthClients')
    .values({ clientId: metadata.client_id, ...row })
    .onConflict((conflict) => conflict.column('clientId').doUpdateSet(row))
    .execute()
}
