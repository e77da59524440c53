import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inTransaction } from '#platform/database/db.ts'
import { createTestSite } from '#test/test-site.ts'
import { lockTable } from './lock-table.ts'

it('lockTable may wait for a table for longer than statement_timeout', async () => {
  const testSite = await createTestSite()
  const locked = Promise.withResolvers<void>()
  const holder = inTransaction(testSite.db, async (tx) => {
    await lockTable(tx, 'starter_parts', 5_000)
    locked.resolve()
    await wait(300)
  })
  await locked.promise
  await inTransaction(testSite.db, async (tx) => {
    await sql`set local statement_timeout = 50`.execute(tx)
    await expect(lockTable(tx, 'starter_parts', 30_000)).resolves.toBeUndefined()
  })
  await holder
  await testSite.close()
})
