// This file is longer than other files, because all transitions between free and Premium share one setup.

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#platform/database/db.ts'
import { createCreditSetup, day, minute, paidMonthUntil, readLedger } from '#test/credit-setup.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { readCredits, readSummary } from './credit-queries.ts'
import { nextPeriodOf } from './grant-allowance.ts'
import { grantCredits } from './grant-credits.ts'
import { releaseHold } from './release-hold.ts'
import { reserveCredits } from './reserve-credits.ts'
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
  userId = await testSite.addUser(`member${++userCount}`)
})
afterEach(async () => expect(await findCreditViolations(testSite.db)).toEqual([]))

const read = () => readCredits(testSite.db, creditSetup.context, { userId })
const spend = (amount: number) => creditSetup.run(spendCredits, { userId, amount, reason: null })
const buyPack = (amount: number, expiresAt: Date | null = null) =>
  creditSetup.run(grantCredits, {
    userId,
    amount,
    sourceKey: `pack:${amount}`,
    kind: 'purchase',
    reason: 'A pack',
    expiresAt,
  })
const pay = (invoice: string, endsAt: string) =>
  creditSetup.run(setAllowance, { userId, invoice, amount: 1000, ...paidMonthUntil(endsAt) })
const reserve = (amount: number, opKey = 'run:1', durationMs = 5 * minute) =>
  creditSetup.run(reserveCredits, {
    userId,
    amount,
    opKey,
    reason: 'A run',
    expiresAt: new Date(creditSetup.now().getTime() + durationMs),
  })

const readOwnLedger = () => readLedger(testSite.db, userId)

describe('a month on the free plan', () => {
  it('begins with 30 credits at the first read', async () => {
    expect(await read()).toBe(30)
    expect(await read()).toBe(30)
    expect(await readOwnLedger()).toEqual(['allowance 30'])
  })

  it('ends when the next month begins (UTC): unused credits expire, and 30 new ones are granted', async () => {
    await spend(11)
    creditSetup.setClock('2026-11-30T23:59:59.999Z')
    expect(await read()).toBe(19)
    creditSetup.setClock('2026-12-01T00:00:00.000Z')
    expect(await read()).toBe(30)
    expect(await readOwnLedger()).toEqual(['allowance 30', 'spend -11', 'expiry -19', 'allowance 30'])
  })

  it('grants one allowance to a user who was away for months, even on a leap day', async () => {
    await read()
    creditSetup.setClock('2028-02-29T08:00:00.000Z')
    expect(await read()).toBe(30)
    expect(await readOwnLedger()).toEqual(['allowance 30', 'expiry -30', 'allowance 30'])
  })

  it('grants no second allowance if the clock goes back to the month before', async () => {
    creditSetup.setClock('2026-12-01T00:00:00.005Z')
    await read()
    creditSetup.setClock('2026-11-30T23:59:59.990Z')
    expect(await read()).toBe(30)
    creditSetup.advanceClock(20)
    expect(await read()).toBe(30)
    expect(await readOwnLedger()).toEqual(['allowance 30'])
  })

  it('doesn’t change bought credits', async () => {
    await buyPack(5)
    await spend(31)
    expect(await read()).toBe(4)
    creditSetup.advanceClock(30 * day)
    expect(await read()).toBe(34)
  })

  it('grants an allowance in addition to a pack that ends later: only an allowance replaces an allowance', async () => {
    await buyPack(7, new Date('2026-12-10T00:00:00.000Z'))
    creditSetup.setClock('2026-12-01T00:00:00.000Z')
    expect(await read()).toBe(37)
    expect(await readOwnLedger()).toEqual(['allowance 30', 'purchase 7', 'expiry -30', 'allowance 30'])
  })

  it('begins with one update of the account: the next is due a month later, even if a pack has expired', async () => {
    await buyPack(7, new Date('2026-11-25T00:00:00.000Z'))
    await reserve(4)
    await creditSetup.run(settleHold, { userId, opKey: 'run:1' })
    creditSetup.setClock('2026-12-01T00:00:00.000Z')
    await read()
    const { rows } = await sql`select due_at from credit_accounts where user_id = ${userId}`.execute(testSite.db)
    expect(rows).toEqual([{ dueAt: new Date('2027-01-01T00:00:00.000Z') }])
  })
})

describe('spending', () => {
  it('begins with the grant that expires first', async () => {
    await buyPack(5)
    await buyPack(7, new Date('2026-11-25T00:00:00.000Z'))
    expect(await spend(8)).toBe(34)
    creditSetup.setClock('2026-11-25T00:00:00.000Z')
    expect(await read()).toBe(34)
    creditSetup.setClock('2026-12-01T00:00:00.000Z')
    expect(await read()).toBe(35)
  })

  it('is refused completely if there are too few credits, and the error states the balance', async () => {
    await expect(spend(31)).rejects.toMatchObject({
      code: 'insufficient_credits',
      message: 'You need 31 credits but only have 30.',
      details: { credits: 30 },
    })
    expect(await read()).toBe(30)
  })
})

describe('a hold', () => {
  it('reduces what can be spent, not the balance, until it is settled', async () => {
    expect(await reserve(4)).toEqual({ credits: 26, isPaid: false })
    expect(await readOwnLedger()).toEqual(['allowance 30'])
    expect(await creditSetup.run(settleHold, { userId, opKey: 'run:1' })).toBe(26)
    expect(await creditSetup.run(settleHold, { userId, opKey: 'run:1' })).toBe(26)
    expect(await readOwnLedger()).toEqual(['allowance 30', 'spend -4'])
  })

  it('still reduces what can be spent after a spend', async () => {
    await reserve(4)
    expect(await spend(5)).toBe(21)
  })

  it('reserved twice with one key is one hold, and charged once', async () => {
    await reserve(4)
    expect(await reserve(4)).toEqual({ credits: 26, isPaid: false })
    await creditSetup.run(settleHold, { userId, opKey: 'run:1' })
    expect(await reserve(4)).toEqual({ credits: 26, isPaid: true })
  })

  it('that is released adds no ledger entry, and its key can be used again', async () => {
    await reserve(4)
    expect(await creditSetup.run(releaseHold, { userId, opKey: 'run:1' })).toBe(30)
    expect(await creditSetup.run(releaseHold, { userId, opKey: 'run:1' })).toBe(30)
    expect(await readOwnLedger()).toEqual(['allowance 30'])
    expect(await reserve(6)).toEqual({ credits: 24, isPaid: false })
  })

  it('is released when it expires', async () => {
    await reserve(4)
    creditSetup.advanceClock(5 * minute - 1)
    expect(await read()).toBe(26)
    creditSetup.advanceClock(1)
    expect(await read()).toBe(30)
  })

  it('is released when it expires, even after another hold was released', async () => {
    await reserve(4, 'run:1', 5 * minute)
    await reserve(3, 'run:2', 10 * minute)
    creditSetup.advanceClock(5 * minute)
    expect(await read()).toBe(27)
    creditSetup.advanceClock(5 * minute)
    expect(await read()).toBe(30)
  })

  it('that was never reserved can’t be settled', async () => {
    await expect(creditSetup.run(settleHold, { userId, opKey: 'run:none' })).rejects.toMatchObject({ code: 'conflict' })
    expect(await read()).toBe(30)
  })

  it('that was released is charged anyway if its result arrives late and there are still enough credits', async () => {
    await reserve(4)
    creditSetup.advanceClock(6 * minute)
    await read()
    expect(await creditSetup.run(settleHold, { userId, opKey: 'run:1' })).toBe(26)
    await reserve(20, 'run:2')
    creditSetup.advanceClock(6 * minute)
    await spend(10)
    await expect(creditSetup.run(settleHold, { userId, opKey: 'run:2' })).rejects.toMatchObject({
      details: { credits: 16 },
    })
  })

  it('that spans the end of a month is paid from the old month; if it is released, its credits expire', async () => {
    creditSetup.setClock('2026-11-30T23:59:00.000Z')
    await reserve(4, 'run:1')
    await reserve(3, 'run:2')
    creditSetup.setClock('2026-12-01T00:00:30.000Z')
    expect(await read()).toBe(30)
    await creditSetup.run(settleHold, { userId, opKey: 'run:1' })
    expect(await creditSetup.run(releaseHold, { userId, opKey: 'run:2' })).toBe(30)
    expect(await readOwnLedger()).toEqual(['allowance 30', 'expiry -23', 'allowance 30', 'spend -4', 'expiry -3'])
  })
})

describe('premium', () => {
  it('makes the allowance 1000 immediately; other credits stay', async () => {
    await buyPack(5)
    await spend(10)
    expect(await pay('in_1', '2026-12-20T12:00:00.000Z')).toBe(1005)
    expect(await pay('in_1', '2026-12-20T12:00:00.000Z')).toBe(1005)
    expect(await readOwnLedger()).toEqual(['allowance 30', 'purchase 5', 'spend -10', 'expiry -20', 'allowance 1000'])
  })

  it('is renewed by the next invoice, even if invoices arrive out of order', async () => {
    await pay('in_2', '2027-01-20T12:00:00.000Z')
    expect(await pay('in_1', '2026-12-20T12:00:00.000Z')).toBe(1000)
    await spend(100)
    expect(await pay('in_3', '2027-02-20T12:00:00.000Z')).toBe(1000)
  })

  it('replaces a free allowance that was granted after the paid period had begun', async () => {
    creditSetup.advanceClock(minute)
    await read()
    expect(await pay('in_1', '2026-12-20T12:00:00.000Z')).toBe(1000)
    expect(await readOwnLedger()).toEqual(['allowance 30', 'expiry -30', 'allowance 1000'])
  })

  it('bought again for a period with the same start grants its credits again', async () => {
    await pay('in_1', '2026-12-20T12:00:00.000Z')
    await spend(400)
    expect(await pay('in_2', '2026-12-20T12:00:00.000Z')).toBe(1000)
  })

  it('grants its credits on a read if the plan has a paid invoice', async () => {
    creditSetup.setPlan({ name: 'premium', invoice: 'in_1', until: new Date('2026-12-20T12:00:00.000Z') })
    expect(await read()).toBe(1000)
    expect(await pay('in_1', '2026-12-20T12:00:00.000Z')).toBe(1000)
    creditSetup.advanceClock(11 * day)
    expect(await read()).toBe(1000)
    expect(await readOwnLedger()).toEqual(['allowance 1000'])
  })

  it('grants nothing new while its renewal is unpaid', async () => {
    await pay('in_1', '2026-12-20T12:00:00.000Z')
    creditSetup.setPlan({ name: 'premium', invoice: null, until: new Date('2026-12-27T12:00:00.000Z') })
    creditSetup.setClock('2026-12-20T12:00:00.000Z')
    expect(await read()).toBe(0)
    creditSetup.setPlan({ name: 'free' })
    creditSetup.setClock('2026-12-27T12:00:00.000Z')
    expect(await read()).toBe(30)
  })

  it('grants nothing once its invoice’s period is over, and is checked again when the next month begins', async () => {
    const until = new Date('2026-11-20T12:00:00.000Z')
    const plan = { name: 'premium', invoice: 'in_1', until } as const
    creditSetup.setPlan(plan)
    expect(await read()).toBe(0)
    expect(nextPeriodOf(plan, until)).toEqual(new Date('2026-12-01T00:00:00.000Z'))
    expect(nextPeriodOf(plan, new Date(until.getTime() - 1))).toEqual(until)
  })

  it('keeps unused credits until its period ends; then the free plan’s allowance is granted', async () => {
    await pay('in_1', '2026-12-05T12:00:00.000Z')
    await spend(100)
    creditSetup.setClock('2026-12-05T11:59:59.999Z')
    expect(await read()).toBe(900)
    creditSetup.setClock('2026-12-05T12:00:00.000Z')
    expect(await read()).toBe(30)
    creditSetup.setClock('2027-01-01T00:00:00.000Z')
    expect(await read()).toBe(30)
    expect((await readOwnLedger()).filter((line) => line === 'allowance 30')).toHaveLength(2)
  })

  it('that ends in the month in which it began brings no second free allowance', async () => {
    await spend(30)
    await pay('in_1', '2026-11-25T00:00:00.000Z')
    creditSetup.setClock('2026-11-25T00:00:00.000Z')
    expect(await read()).toBe(0)
    creditSetup.setClock('2026-12-01T00:00:00.000Z')
    expect(await read()).toBe(30)
  })
})

describe('the summary', () => {
  it('shows where credits come from and when the next credits arrive', async () => {
    await buyPack(5)
    await spend(3)
    await reserve(2)
    expect(await readSummary(testSite.db, creditSetup.context, { userId })).toEqual({
      credits: 30,
      onHold: 2,
      plan: 'free',
      monthlyCredits: 30,
      allowanceLeft: 25,
      otherLeft: 5,
      nextReset: '2026-12-01T00:00:00.000Z',
    })
  })
})

describe('first grants for one network', () => {
  it('are limited to ten a day; later users have no credits until the next day', async () => {
    const cappedContext = { ...creditSetup.context, limitsFirstGrants: true }
    const network = '198.51.100.7'
    const readFrom = (id: string, from?: string) =>
      readCredits(testSite.db, cappedContext, { userId: id, network: from })
    const userIds = await Promise.all(Array.from({ length: 12 }, () => testSite.addUser(`user${++userCount}`)))
    const first = await Promise.all(userIds.map((id) => readFrom(id, network)))
    expect(first.filter((credits) => credits === 30)).toHaveLength(10)
    expect(await readFrom(userId, '198.51.100.8')).toBe(30)
    // These accounts are due for their next update tomorrow, so today even a request without a network grants nothing.
    const late = userIds.filter((_, index) => first[index] === 0)
    expect(await Promise.all(late.map((id) => readFrom(id)))).toEqual([0, 0])
    const { nextReset } = await readSummary(testSite.db, cappedContext, { userId: late[0] as string, network })
    expect(nextReset).toBe('2026-11-21T00:00:00.000Z')
    creditSetup.setClock(nextReset)
    expect(await Promise.all(late.map((id) => readFrom(id, network)))).toEqual([30, 30])
    // In the next month the limit applies to nobody, because everybody has had a first grant.
    creditSetup.setClock('2026-12-01T00:00:00.000Z')
    expect(new Set(await Promise.all(userIds.map((id) => readFrom(id, network))))).toEqual(new Set([30]))
  })

  it('wait for a request whose network is known, so that no other request evades the limit', async () => {
    const cappedContext = { ...creditSetup.context, limitsFirstGrants: true }
    const release = { userId, opKey: 'run:1' }
    expect(await inTransaction(testSite.db, (tx) => releaseHold(tx, cappedContext, release))).toBe(0)
    expect(await readCredits(testSite.db, cappedContext, { userId })).toBe(0)
    expect(await readOwnLedger()).toEqual([])
    expect(await readCredits(testSite.db, cappedContext, { userId, network: '198.51.100.9' })).toBe(30)
    const { grants } = await testSite.db
      .selectFrom('creditFirstGrants')
      .select('grants')
      .where('network', '=', '198.51.100.9')
      .executeTakeFirstOrThrow()
    expect(grants).toBe(1)
  })
})
