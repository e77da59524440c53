import { randomBytes } from 'node:crypto'
import type { Db } from './database/db.ts'
import type { SiteSecretsTable } from './site-secrets.table.ts'

/**
 * Returns the site's secret with this name, 32 random bytes. The first call creates it. From then on, all processes get
 * the same secret.
 */
export async function getSiteSecret(db: Db, name: SiteSecretsTable['name']): Promise<Buffer> {
  const known = await findSecret(db, name)
  if (known) return known
  await db
    .insertInto('siteSecrets')
    .values({ name, secret: randomBytes(32) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const created = await findSecret(db, name)
  if (!created) throw new Error(`The site's secret "${name}" was removed while it was being created.`)
  return created
}

async function findSecret(db: Db, name: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('siteSecrets').select('secret').where('name', '=', name).executeTakeFirst()
  return row?.secret
}
