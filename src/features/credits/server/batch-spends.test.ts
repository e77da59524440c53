import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#platform/database/db.ts'
import { createCreditSetup } from '#test/credit-setup.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { createSpendBatcher } from './batch-spends.ts'
import { readCredits } from './credit-queries.ts'
import { grantCredits } from './grant-credits.ts'
import { lockAccount } from './lock-account.ts'
import { findCreditViolations } from './violation-queries.ts'

/** The number of users who spend. */
const spenderCount = 20
let testSite: TestSite
let creditSetup: ReturnType<typeof createCreditSetup>
let userIds: string[]
let userCount = 0
let spendBatched: ReturnType<typeof createSpendBatcher>

beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())
beforeEach(async () => {
  creditSetup = createCreditSetup(testSite.db)
  spendBatched = createSpendBatcher(testSite.db, creditSetup.context)
  userIds = await Promise.all(Array.from({ length: spenderCount }, () => testSite.addUser(`together${++userCount}`)))
  // The first read of an account grants the free plan's allowance of 30 credits.
  await Promise.all(userIds.map(readBalance))
})
afterEach(async () => expect(await findCreditViolations(testSite.db)).toEqual([]))

const readBalance = (userId: string) => readCredits(testSite.db, creditSetup.context, { userId })
/** Returns the credits left, or null if the spend was skipped and `spendCredits` has to make or refuse it. */
const spend = (userId: string, amount = 1) => spendBatched({ userId, amount, reason: 'A run' })

/**
 * Counts the statements that wrote the spends of all users. Each statement is a transaction of its own, and rows that
 * the same transaction wrote have the same xmin.
 */
async function countStatements(): Promise<number> {
  const { rows } = await sql`
    select distinct xmin::text from credit_ledger where user_id = any(${userIds}::uuid[]) and kind = 'spend'`.execute(
    testSite.db,
  )
  return rows.length
}

it('simultaneous spends of 20 users need two statements: one for the first spend, one for the others', async () => {
  const balances = await Promise.all(userIds.map((userId, index) => spend(userId, index + 1)))
  expect(balances).toEqual(userIds.map((_, index) => 29 - index))
  expect(await Promise.all(userIds.map(readBalance))).toEqual(balances)
  expect(await countStatements()).toBe(2)
})

it('a user who spends 40 times at the same time pays 30 times, in order; the other spends are skipped', async () => {
  const [userId = ''] = userIds
  const balances = await Promise.all(Array.from({ length: 40 }, () => spend(userId)))
  const charged = Array.from({ length: 30 }, (_, index) => 29 - index)
  expect(balances).toEqual([...charged, ...Array<null>(10).fill(null)])
})

it('nobody waits for a user whose account is locked', async () => {
  const [lockedUser = '', ...others] = userIds
  await inTransaction(testSite.db, async (tx) => {
    await lockAccount(tx, creditSetup.context, { userId: lockedUser })
    expect(await Promise.all(userIds.map((userId) => spend(userId)))).toEqual([null, ...others.map(() => 29)])
  })
  expect(await readBalance(lockedUser)).toBe(30)
})

it('users without credits, or whose account is due for an update, are skipped; the others pay', async () => {
  const [poor = '', due = '', ...others] = userIds
  expect(await spend(poor, 30)).toBe(0)
  await sql`update credit_accounts set due_at = ${creditSetup.now()} where user_id = ${due}`.execute(testSite.db)
  expect(await Promise.all(userIds.map((userId) => spend(userId)))).toEqual([null, null, ...others.map(() => 29)])
})

it('a user who has used up the grant that expires first pays from the next grant', async () => {
  const [userId = ''] = userIds
  const pack = { userId, amount: 5, sourceKey: 'pack:1', kind: 'purchase', reason: 'A pack' } as const
  await creditSetup.run(grantCredits, { ...pack, expiresAt: new Date('2026-11-25T00:00:00.000Z') })
  expect(await spend(userId, 5)).toBe(30)
  expect(await spend(userId, 4)).toBe(26)
})

it.each([
  ['an amount', (userId: string) => spend(userId, -5)],
  ['an id', () => spend('nobody')],
])('if the database rejects %s, all spends in that statement are skipped', async (_, spendInvalid) => {
  // The first spend has a statement of its own.
  const [first = '', wrong = '', ...others] = userIds
  const balances = await Promise.all([spend(first), spendInvalid(wrong), ...others.map((userId) => spend(userId))])
  expect(balances).toEqual([29, null, ...others.map(() => null)])
  expect(await readBalance(wrong)).toBe(30)
  expect(await spend(wrong)).toBe(29)
})

it('a statement that fails rejects all its spends, and later spends work', async () => {
  const [first = '', ...others] = userIds
  await sql`alter table credit_lots rename to moved_lots`.execute(testSite.db)
  const results = await Promise.allSettled([first, ...others].map((userId) => spend(userId)))
  await sql`alter table moved_lots rename to credit_lots`.execute(testSite.db)
  expect(results.map(({ status }) => status)).toEqual(userIds.map(() => 'rejected'))
  expect(await Promise.all(others.map((userId) => spend(userId)))).toEqual(others.map(() => 29))
})

describe('a spend with an Idempotency-Key', () => {
  const request = (key: string, amount: number) => ({ key, path: '/api/user/credits/decrease', body: { amount } })
  const spendOnce = (userId: string, key: string, amount = 1) =>
    spendBatched({ userId, amount, reason: null, request: request(key, amount) })

  it('shares a statement that also stores its response, so a repeated request changes nothing', async () => {
    const balances = await Promise.all(userIds.map((userId, n) => (n % 2 ? spendOnce(userId, 'once') : spend(userId))))
    expect([balances, await countStatements()]).toEqual([userIds.map(() => 29), 2])
    const again = await Promise.all(userIds.map((userId, n) => (n % 2 ? spendOnce(userId, 'once') : null)))
    expect(again).toEqual(userIds.map(() => null))
    expect(await Promise.all(userIds.map(readBalance))).toEqual(userIds.map(() => 29))
    const storedKeys = await testSite.db
      .selectFrom('idempotencyKeys')
      .select(['status', 'answer', 'events'])
      .where('userId', 'in', userIds)
      .execute()
    expect(storedKeys).toEqual(Array(spenderCount / 2).fill({ status: 200, answer: { credits: 29 }, events: [] }))
  })

  it('that the account can’t pay stores no response, so `spendCredits` decides', async () => {
    const [poor = ''] = userIds
    expect(await spendOnce(poor, 'too-much', 31)).toBeNull()
    const storedKeys = await testSite.db
      .selectFrom('idempotencyKeys')
      .select('key')
      .where('userId', '=', poor)
      .execute()
    expect([storedKeys, await readBalance(poor)]).toEqual([[], 30])
  })

  it('sent twenty times to two batchers is made once, and skipped with another body and the same key', async () => {
    const [userId = ''] = userIds
    const other = createSpendBatcher(testSite.db, creditSetup.context)
    const spending = { userId, amount: 2, reason: null, request: request('raced', 2) }
    const balances = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? other(spending) : spendBatched(spending))),
    )
    expect(balances.filter((balance) => balance !== null)).toEqual([28])
    expect([await spendOnce(userId, 'raced', 3), await readBalance(userId)]).toEqual([null, 28])
  })
})
