import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCreditSetup, day, minute, paidMonthUntil } from '#test/credit-setup.ts'
import { deleteOldData } from '#test/delete-old-data.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { readCredits } from './credit-queries.ts'
import { creditRetention } from './credit-retention.ts'
import { grantCredits } from './grant-credits.ts'
import { releaseHold } from './release-hold.ts'
import { reserveCredits } from './reserve-credits.ts'
import { setAllowance } from './set-allowance.ts'
import { settleHold } from './settle-hold.ts'
import { findCreditViolations } from './violation-queries.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

async function count(table: 'creditHolds' | 'creditLots' | 'creditLedger', userId: string): Promise<number> {
  const { rows } = await sql`select from ${sql.table(table)} where user_id = ${userId}`.execute(testSite.db)
  return rows.length
}

it('the cleanup deletes closed holds and ended grants after 30 days; open holds, valid grants and the ledger stay', async () => {
  const creditSetup = createCreditSetup(testSite.db)
  const userId = await testSite.addUser('tidy')
  /** Returns the numbers of holds, grants and ledger entries. */
  const counts = () =>
    Promise.all((['creditHolds', 'creditLots', 'creditLedger'] as const).map((table) => count(table, userId)))
  const hold = { userId, amount: 3, opKey: 'run:0', reason: 'A run', expiresAt: new Date('2027-01-01T00:00:00.000Z') }
  await creditSetup.run(reserveCredits, hold)
  await creditSetup.run(settleHold, { userId, opKey: 'run:0' })
  creditSetup.setClock('2026-12-31T00:00:00.000Z')
  await readCredits(testSite.db, creditSetup.context, { userId })
  const expiresAt = new Date(creditSetup.now().getTime() + minute)
  await creditSetup.run(reserveCredits, { userId, amount: 2, opKey: 'run:1', reason: 'A run', expiresAt })
  await deleteOldData(testSite.db, creditRetention, creditSetup.now())
  expect(await counts()).toEqual([1, 2, 4])
  creditSetup.advanceClock(day)
  await deleteOldData(testSite.db, creditRetention, creditSetup.now())
  expect(await counts()).toEqual([1, 1, 4])
  expect(await findCreditViolations(testSite.db)).toEqual([])
})

it('the cleanup keeps the grant of an open hold, even if another allowance replaced it, since the credits may return', async () => {
  const creditSetup = createCreditSetup(testSite.db)
  const userId = await testSite.addUser('holder')
  const hold = { userId, amount: 30, opKey: 'run:1', reason: 'A run', expiresAt: new Date('2027-06-01T00:00:00.000Z') }
  await creditSetup.run(reserveCredits, hold)
  await creditSetup.run(setAllowance, {
    userId,
    invoice: 'in_1',
    amount: 1000,
    ...paidMonthUntil('2026-12-20T12:00:00.000Z'),
  })
  await deleteOldData(testSite.db, creditRetention, creditSetup.now())
  expect(await findCreditViolations(testSite.db)).toEqual([])
  creditSetup.setClock('2026-12-19T00:00:00.000Z')
  await deleteOldData(testSite.db, creditRetention, creditSetup.now())
  expect(await creditSetup.run(releaseHold, { userId, opKey: 'run:1' })).toBe(1000)
  expect(await findCreditViolations(testSite.db)).toEqual([])
  await deleteOldData(testSite.db, creditRetention, creditSetup.now())
  const { rows } = await sql`select from credit_lots where user_id = ${userId}`.execute(testSite.db)
  expect(rows).toHaveLength(1)
})

it('the cleanup keeps an expired hold of an account that hasn’t been read since: its credits return with the next read', async () => {
  const creditSetup = createCreditSetup(testSite.db)
  const userId = await testSite.addUser('sleeper')
  const pack = { userId, sourceKey: 'pack:1', kind: 'purchase', reason: 'A pack', amount: 50, expiresAt: null } as const
  await creditSetup.run(grantCredits, pack)
  const expiresAt = new Date(creditSetup.now().getTime() + minute)
  await creditSetup.run(reserveCredits, { userId, amount: 70, opKey: 'run:1', reason: 'A run', expiresAt })
  creditSetup.advanceClock(60 * day)
  await deleteOldData(testSite.db, creditRetention, creditSetup.now())
  expect(await findCreditViolations(testSite.db)).toEqual([])
  // The 50 that were bought, and 30 of the new month.
  expect(await readCredits(testSite.db, creditSetup.context, { userId })).toBe(80)
  creditSetup.advanceClock(31 * day)
  await deleteOldData(testSite.db, creditRetention, creditSetup.now())
  const { rows } = await sql`select from credit_holds where user_id = ${userId}`.execute(testSite.db)
  expect(rows).toHaveLength(0)
})

it('the cleanup keeps a closed hold for 30 days after it was closed, even if it had expired long before', async () => {
  const creditSetup = createCreditSetup(testSite.db)
  const userId = await testSite.addUser('retrier')
  const expiresAt = new Date(creditSetup.now().getTime() + minute)
  await creditSetup.run(reserveCredits, { userId, amount: 3, opKey: 'run:1', reason: 'A run', expiresAt })
  creditSetup.advanceClock(40 * day)
  await readCredits(testSite.db, creditSetup.context, { userId })
  creditSetup.advanceClock(30 * day)
  await deleteOldData(testSite.db, creditRetention, creditSetup.now())
  const { rows } = await sql`select from credit_holds where user_id = ${userId}`.execute(testSite.db)
  expect(rows).toHaveLength(1)
})
