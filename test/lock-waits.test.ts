import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { watchLockWaits } from './lock-waits.ts'
import { createTestSite, type TestSite } from './test-site.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

it('the longest lock wait of the watched connections is measured, with the table and the lock mode', async () => {
  const watch = await watchLockWaits(testSite.connection, 'a reader')
  const holder = await testSite.db.startTransaction().execute()
  await sql`lock table users in access exclusive mode`.execute(holder)
  const blockedRead = testSite.db.transaction().execute(async (tx) => {
    await sql`set local application_name = 'a reader'`.execute(tx)
    return sql`select count(*) from users`.execute(tx)
  })
  await wait(600)
  await holder.commit().execute()
  await blockedRead
  const { ms, what } = await watch.stop()
  expect(ms).toBeGreaterThan(400)
  expect(what).toBe('users AccessShareLock')
})

it('waits of connections with another application_name aren’t counted', async () => {
  const watch = await watchLockWaits(testSite.connection, 'nobody')
  const holder = await testSite.db.startTransaction().execute()
  await sql`lock table users in access exclusive mode`.execute(holder)
  const blockedRead = sql`select count(*) from users`.execute(testSite.db)
  await wait(200)
  await holder.commit().execute()
  await blockedRead
  expect(await watch.stop()).toEqual({ ms: 0, what: 'nothing' })
})
