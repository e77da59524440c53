import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { inTransaction, isCommitted } from './db.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

const transactionId = sql<{ id: string }>`select pg_current_xact_id()::text as id`

it('isCommitted is true only for committed transactions, even after a crash of the database', async () => {
  const committed = await inTransaction(testSite.db, async (tx) => (await transactionId.execute(tx)).rows[0]?.id ?? '')
  expect(await isCommitted(testSite.db, committed)).toBe(true)

  const open = await testSite.db.startTransaction().execute()
  const aborted = (await transactionId.execute(open)).rows[0]?.id ?? ''
  await open.rollback().execute()
  expect(await isCommitted(testSite.db, aborted)).toBe(false)

  // After a crash, PostgreSQL treats an id that it lost as one that it hasn't assigned yet. This id stands for such an id.
  const fromBeforeTheCrash = String(BigInt(aborted) + 1_000_000_000n)
  expect(await isCommitted(testSite.db, fromBeforeTheCrash)).toBe(false)
})
