import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#platform/database/db.ts'
import { createCreditSetup, minute, paidMonthUntil } from '#test/credit-setup.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { readCredits } from './credit-queries.ts'
import { grantCredits } from './grant-credits.ts'
import { releaseHold } from './release-hold.ts'
import { reserveCredits } from './reserve-credits.ts'
import { returnCredits } from './return-credits.ts'
import { setAllowance } from './set-allowance.ts'
import { settleHold } from './settle-hold.ts'
import { spendCredits } from './spend-credits.ts'
import { findCreditViolations } from './violation-queries.ts'

let testSite: TestSite
let creditSetup: ReturnType<typeof createCreditSetup>
let userId: string
let userCount = 0

beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())
beforeEach(async () => {
  creditSetup = createCreditSetup(testSite.db)
  userId = await testSite.addUser(`racer${++userCount}`)
})
afterEach(async () => expect(await findCreditViolations(testSite.db)).toEqual([]))

const read = () => readCredits(testSite.db, creditSetup.context, { userId })
const spend = (amount: number) => creditSetup.run(spendCredits, { userId, amount, reason: null })
const reserve = (opKey: string, amount = 1) =>
  creditSetup.run(reserveCredits, {
    userId,
    amount,
    opKey,
    reason: 'A run',
    expiresAt: new Date(creditSetup.now().getTime() + minute),
  })

const runConcurrently = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => work(index)))
const countFulfilled = (results: PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length

async function countEntries(kind: string): Promise<number> {
  const { rows } = await sql`
    select from credit_ledger where user_id = ${userId} and kind = ${kind}`.execute(testSite.db)
  return rows.length
}

describe('at the same time', () => {
  it('200 spends of 1 credit, with a balance of 30: exactly 30 succeed, the others are refused', async () => {
    const results = await runConcurrently(200, () => spend(1))
    expect(countFulfilled(results)).toBe(30)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason.message).toBe('You need 1 credits but only have 0.')
    }
    expect([await read(), await countEntries('spend')]).toEqual([0, 30])
  })

  it('50 reads of a new account: one grant', async () => {
    const results = await Promise.all(Array.from({ length: 50 }, read))
    expect(new Set(results)).toEqual(new Set([30]))
    expect(await countEntries('allowance')).toBe(1)
  })

  it('50 reads at the start of a month: one grant and one expiry', async () => {
    await read()
    creditSetup.setClock('2026-12-01T00:00:00.000Z')
    expect(new Set(await Promise.all(Array.from({ length: 50 }, read)))).toEqual(new Set([30]))
    expect([await countEntries('allowance'), await countEntries('expiry')]).toEqual([2, 1])
  })

  it('20 calls of setAllowance for one invoice: one allowance', async () => {
    const period = { userId, invoice: 'in_1', amount: 1000, ...paidMonthUntil('2026-12-20T00:00:00.000Z') }
    const results = await runConcurrently(20, () => creditSetup.run(setAllowance, period))
    expect(results).toEqual(results.map(() => ({ status: 'fulfilled', value: 1000 })))
    expect(await countEntries('allowance')).toBe(1)
  })

  it('40 reservations with 40 keys, then all settled and released concurrently: each hold is charged exactly once', async () => {
    const reservations = await runConcurrently(40, (index) => reserve(`run:${index}`))
    expect(countFulfilled(reservations)).toBe(30)
    const opKeys = reservations.flatMap(({ status }, index) => (status === 'fulfilled' ? [`run:${index}`] : []))
    const results = await runConcurrently(60, (index) => {
      const opKey = opKeys[index >> 1] as string
      return creditSetup.run(index % 2 ? settleHold : releaseHold, { userId, opKey })
    })
    expect(countFulfilled(results)).toBe(60)
    // Settling a released hold charges it, since the run's result was stored. Releasing a settled hold changes nothing.
    expect([await read(), await countEntries('spend')]).toEqual([0, 30])
  })

  it('50 reservations with one key: one hold', async () => {
    expect(countFulfilled(await runConcurrently(50, () => reserve('run:same', 7)))).toBe(50)
    expect(await read()).toBe(23)
  })

  it('a spend that waits for a release pays with the released credits', async () => {
    await reserve('run:1')
    await creditSetup.run(grantCredits, {
      userId,
      amount: 1,
      sourceKey: 'pack:1',
      kind: 'purchase',
      reason: '',
      expiresAt: null,
    })
    const { pendingSpend } = await inTransaction(testSite.db, async (tx) => {
      await releaseHold(tx, creditSetup.context, { userId, opKey: 'run:1' })
      const pendingSpend = spend(30)
      await expect.poll(() => testSite.countLockWaits()).toBe(1)
      return { pendingSpend }
    })
    expect(await pendingSpend).toBe(1)
  })

  it('20 returns of one spend: one succeeds', async () => {
    await spend(5)
    expect(countFulfilled(await runConcurrently(20, () => creditSetup.run(returnCredits, { userId, amount: 5 })))).toBe(
      1,
    )
    expect(await read()).toBe(30)
  })

  it('spends, a gift of 10 and the end of the month: nobody pays with expired credits', async () => {
    creditSetup.setClock('2026-11-30T23:59:59.999Z')
    await read()
    const gift = { userId, amount: 10, sourceKey: 'admin:1', kind: 'gift', reason: 'A gift', expiresAt: null } as const
    const results = await runConcurrently(90, (index) => {
      if (index === 30) creditSetup.setClock('2026-12-01T00:00:00.000Z')
      return index === 45 ? creditSetup.run(grantCredits, gift) : spend(1)
    })
    const spent = countFulfilled(results) - 1
    expect(spent).toBe(await countEntries('spend'))
    expect(await read()).toBe(30 + 10 + 30 - spent - (await sumExpired()))
  })
})

async function sumExpired(): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(-sum(amount), 0) as sum from credit_ledger where user_id = ${userId} and kind = 'expiry'`.execute(
    testSite.db,
  )
  return rows[0]?.sum ?? 0
}
