import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCreditSetup, day, paidMonthUntil, readLedger } from '#test/credit-setup.ts'
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
import { withdrawAllowance } from './withdraw-allowance.ts'

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
  userId = await testSite.addUser(`holder${++userCount}`)
})
afterEach(async () => expect(await findCreditViolations(testSite.db)).toEqual([]))

const read = () => readCredits(testSite.db, creditSetup.context, { userId })
const spend = (amount: number) => creditSetup.run(spendCredits, { userId, amount, reason: null })
const returnAmount = (amount: number) => creditSetup.run(returnCredits, { userId, amount })
const pay = (invoice: string, endsAt: string) =>
  creditSetup.run(setAllowance, { userId, invoice, amount: 1000, ...paidMonthUntil(endsAt) })
/** `due`: how many of the invoice's credits were refunded. Returns how many are taken back in total. */
const withdraw = (invoice: string, due: number) => creditSetup.run(withdrawAllowance, { userId, invoice, due })
const buyPack = (amount: number, expiresAt: string) =>
  creditSetup.run(grantCredits, {
    userId,
    amount,
    sourceKey: `pack:${expiresAt}`,
    kind: 'purchase',
    reason: 'A pack',
    expiresAt: new Date(expiresAt),
  })

const readOwnLedger = () => readLedger(testSite.db, userId)

describe('which of two allowances came later', () => {
  it('is decided by the ledger, even if a process whose clock is ahead granted the free allowance', async () => {
    await read()
    // The id (UUIDv7) contains the time of a clock that is ten minutes ahead.
    const id = v7({ msecs: Date.now() + 10 * 60_000 })
    await sql`update credit_lots set id = ${id} where user_id = ${userId}`.execute(testSite.db)
    expect(await pay('in_1', '2026-12-20T12:00:00.000Z')).toBe(1000)
    await spend(100)
    creditSetup.setClock('2026-12-01T00:00:00.000Z')
    expect(await read()).toBe(900)
    expect(await readOwnLedger()).toEqual(['allowance 30', 'expiry -30', 'allowance 1000', 'spend -100'])
  })

  it('doesn’t change if a clock is set back: the earlier one stays ended', async () => {
    await pay('in_1', '2026-12-20T12:00:00.000Z')
    const hold = {
      userId,
      amount: 40,
      opKey: 'run:1',
      reason: 'A run',
      expiresAt: new Date('2027-01-01T00:00:00.000Z'),
    }
    await creditSetup.run(reserveCredits, hold)
    creditSetup.setClock('2026-12-20T12:00:00.000Z')
    await pay('in_2', '2027-01-20T12:00:00.000Z')
    creditSetup.setClock('2026-12-19T12:00:00.000Z')
    expect(await creditSetup.run(releaseHold, { userId, opKey: 'run:1' })).toBe(1000)
    expect(await readOwnLedger()).toEqual(['allowance 1000', 'expiry -960', 'allowance 1000', 'expiry -40'])
  })
})

describe('an invoice', () => {
  it('that arrives late doesn’t end the allowance of a later period, and grants nothing', async () => {
    await pay('in_2', '2027-01-20T12:00:00.000Z')
    await spend(100)
    expect(await pay('in_1', '2026-12-20T12:00:00.000Z')).toBe(900)
    creditSetup.setClock('2026-12-21T00:00:00.000Z')
    expect(await read()).toBe(900)
    expect(await readOwnLedger()).toEqual(['allowance 1000', 'spend -100'])
  })

  it('that arrives after its period has ended grants nothing', async () => {
    await read()
    expect(await pay('in_0', '2026-11-20T12:00:00.000Z')).toBe(30)
    expect(await readOwnLedger()).toEqual(['allowance 30'])
  })

  it('that arrives late grants its allowance if the payment for the later period was refunded', async () => {
    await pay('in_2', '2027-01-20T12:00:00.000Z')
    await withdraw('in_2', 1000)
    expect(await pay('in_1', '2026-12-20T12:00:00.000Z')).toBe(1000)
  })

  it('whose period begins later but ends sooner replaces the allowance, as can happen at the end of January', async () => {
    creditSetup.setClock('2027-01-31T10:00:00.000Z')
    const first = { startsAt: new Date('2027-01-30T15:00:00.000Z'), endsAt: new Date('2027-02-28T15:00:00.000Z') }
    const second = { startsAt: creditSetup.now(), endsAt: new Date('2027-02-28T10:00:00.000Z') }
    await creditSetup.run(setAllowance, { userId, invoice: 'in_1', amount: 1000, ...first })
    await spend(400)
    expect(await creditSetup.run(setAllowance, { userId, invoice: 'in_2', amount: 1000, ...second })).toBe(1000)
  })
})

describe('credits of a refunded payment', () => {
  it('are taken back once and granted again once; spent credits are taken when they are returned', async () => {
    await pay('in_1', '2026-12-20T12:00:00.000Z')
    await spend(700)
    expect(await withdraw('in_1', 500)).toBe(300)
    expect(await withdraw('in_1', 500)).toBe(300)
    expect(await returnAmount(100)).toBe(0)
    expect(await returnAmount(200)).toBe(100)
    expect(await withdraw('in_1', 0)).toBe(0)
    expect(await withdraw('in_1', 0)).toBe(0)
    expect(await read()).toBe(600)
    expect(await returnAmount(400)).toBe(1000)
  })

  it('aren’t granted again if the period is over before the money is paid again', async () => {
    await pay('in_1', '2026-12-20T12:00:00.000Z')
    await withdraw('in_1', 1000)
    creditSetup.setClock('2026-12-20T12:00:00.000Z')
    await withdraw('in_1', 0)
    expect(await read()).toBe(30)
  })

  it('aren’t taken from a bought pack', async () => {
    await buyPack(5, '2027-06-01T00:00:00.000Z')
    await pay('in_1', '2026-12-20T12:00:00.000Z')
    await withdraw('in_1', 500)
    expect(await read()).toBe(505)
    await withdraw('in_1', 0)
    expect(await read()).toBe(1005)
  })

  it('can’t be returned after the whole payment was refunded', async () => {
    await pay('in_1', '2026-12-20T12:00:00.000Z')
    await spend(700)
    await withdraw('in_1', 1000)
    await expect(returnAmount(100)).rejects.toMatchObject({ code: 'nothing_to_return', details: { credits: 0 } })
  })

  it('aren’t taken if the invoice granted none', async () => {
    await read()
    expect(await withdraw('in_unknown', 1000)).toBeNull()
    expect(await read()).toBe(30)
  })

  it('aren’t taken from a later month', async () => {
    await pay('in_1', '2026-12-20T12:00:00.000Z')
    await spend(1000)
    creditSetup.advanceClock(30 * day)
    await pay('in_2', '2027-01-20T12:00:00.000Z')
    await withdraw('in_1', 1000)
    expect(await read()).toBe(1000)
  })
})

it('the history says why credits expired', async () => {
  await buyPack(7, '2026-11-25T00:00:00.000Z')
  creditSetup.setClock('2026-12-01T00:00:00.000Z')
  await read()
  await pay('in_1', '2026-12-20T12:00:00.000Z')
  await withdraw('in_1', 400)
  const { rows } = await sql`
    select amount, reason from credit_ledger where user_id = ${userId} and kind = 'expiry' order by number`.execute(
    testSite.db,
  )
  expect(rows).toEqual([
    { amount: -7, reason: 'Unused credits expired' },
    { amount: -30, reason: 'Unused allowance expired' },
    { amount: -30, reason: 'Replaced by the new allowance' },
    { amount: -400, reason: 'Payment refunded or disputed' },
  ])
})

describe('a return', () => {
  it('goes to the grant of the newest spend', async () => {
    await read()
    await buyPack(7, '2026-11-25T00:00:00.000Z')
    await spend(7)
    await spend(5)
    expect(await returnAmount(5)).toBe(30)
    creditSetup.setClock('2026-11-25T00:00:00.000Z')
    expect(await read()).toBe(30)
  })

  it('gives back what `spendCredits` spent, but not the price of a run', async () => {
    const expiresAt = new Date('2026-11-20T13:00:00.000Z')
    await creditSetup.run(reserveCredits, { userId, amount: 4, opKey: 'run:1', reason: 'A run', expiresAt })
    await creditSetup.run(settleHold, { userId, opKey: 'run:1' })
    await expect(returnAmount(4)).rejects.toMatchObject({ code: 'nothing_to_return', details: { credits: 26 } })
    await spend(3)
    expect(await returnAmount(3)).toBe(26)
  })
})

describe('a hold', () => {
  it('that is released gives each grant back the credits that came from it', async () => {
    await read()
    await buyPack(7, '2026-11-25T00:00:00.000Z')
    await buyPack(6, '2026-11-26T00:00:00.000Z')
    const expiresAt = new Date('2026-11-20T13:00:00.000Z')
    await creditSetup.run(reserveCredits, { userId, amount: 10, opKey: 'run:1', reason: 'A run', expiresAt })
    await creditSetup.run(reserveCredits, { userId, amount: 2, opKey: 'run:2', reason: 'A run', expiresAt })
    expect(await creditSetup.run(releaseHold, { userId, opKey: 'run:1' })).toBe(41)
    expect(await creditSetup.run(releaseHold, { userId, opKey: 'run:2' })).toBe(43)
    creditSetup.setClock('2026-11-25T00:00:00.000Z')
    expect(await read()).toBe(36)
  })

  it('stores only the grants that its credits came from', async () => {
    await read()
    await buyPack(7, '2026-11-25T00:00:00.000Z')
    const expiresAt = new Date('2026-11-20T13:00:00.000Z')
    await creditSetup.run(reserveCredits, { userId, amount: 7, opKey: 'run:1', reason: 'A run', expiresAt })
    const { rows } = await sql`
      select jsonb_array_length(parts) as grants from credit_holds where user_id = ${userId}`.execute(testSite.db)
    expect(rows).toEqual([{ grants: 1 }])
  })
})
