import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#platform/database/db.ts'
import { createCreditSetup, day, minute, paidMonthUntil } from '#test/credit-setup.ts'
import { deleteOldData } from '#test/delete-old-data.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { monthlyCredits } from '../rules.ts'
import { readCredits } from './credit-queries.ts'
import { creditRetention } from './credit-retention.ts'
import { eraseCredits } from './erase-credits.ts'
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

beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

const name = fc.integer({ min: 0, max: 5 })
const amount = fc.integer({ min: 1, max: 40 })

/**
 * An action of a user. `name` (0 to 5) becomes part of a key. Names repeat on purpose, because a repeated action must
 * count only once.
 */
const action = fc.oneof(
  fc.record({ does: fc.constant('spend' as const), amount }),
  fc.record({ does: fc.constant('return' as const), amount }),
  fc.record({ does: fc.constant('reserve' as const), name, amount, minutes: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ does: fc.constant('settle' as const), name }),
  fc.record({ does: fc.constant('release' as const), name }),
  fc.record({ does: fc.constant('grant' as const), name, amount, days: fc.option(fc.integer({ min: 1, max: 50 })) }),
  fc.record({ does: fc.constant('pay' as const), name, days: fc.integer({ min: -5, max: 40 }) }),
  fc.record({ does: fc.constant('refund' as const), name, due: fc.integer({ min: 0, max: 1000 }) }),
  fc.record({ does: fc.constant('tidy' as const) }),
  fc.record({ does: fc.constant('read' as const) }),
)
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never

/** Actions that run concurrently, and how far the clock moves forward or back after them. */
const round = fc.record({
  actions: fc.array(action, { minLength: 1, maxLength: 8 }),
  clockShift: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 20 }).map((count) => count * minute) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 45 }).map((days) => days * day) },
    { weight: 1, arbitrary: fc.integer({ min: -3, max: -1 }).map((days) => days * day) },
  ),
})

function perform(creditSetup: ReturnType<typeof createCreditSetup>, userId: string, action: Action): Promise<unknown> {
  const later = (ms: number) => new Date(creditSetup.now().getTime() + ms)
  // Each name gets a new key every 20 days. A closed hold is deleted after 30 days, and its key must not be used again
  // after that.
  const opKey = 'name' in action ? `run:${action.name}:${Math.floor(creditSetup.now().getTime() / (20 * day))}` : ''
  switch (action.does) {
    case 'spend':
      return creditSetup.run(spendCredits, { userId, amount: action.amount, reason: null })
    case 'return':
      return creditSetup.run(returnCredits, { userId, amount: action.amount })
    case 'reserve': {
      const hold = { opKey, reason: 'A run', expiresAt: later(action.minutes * minute) }
      return creditSetup.run(reserveCredits, { userId, amount: action.amount, ...hold })
    }
    case 'settle':
      return creditSetup.run(settleHold, { userId, opKey })
    case 'release':
      return creditSetup.run(releaseHold, { userId, opKey })
    case 'grant': {
      const expiresAt = action.days === null ? null : later(action.days * day)
      const grant = { sourceKey: `pack:${action.name}`, kind: 'purchase', reason: 'A pack', expiresAt } as const
      return creditSetup.run(grantCredits, { userId, amount: action.amount, ...grant })
    }
    case 'pay': {
      const period = {
        invoice: `in_${action.name}`,
        amount: monthlyCredits.premium,
        ...paidMonthUntil(later(action.days * day)),
      }
      return creditSetup.run(setAllowance, { userId, ...period })
    }
    case 'refund':
      return creditSetup.run(withdrawAllowance, { userId, invoice: `in_${action.name}`, due: action.due })
    case 'tidy':
      return deleteOldData(testSite.db, creditRetention, creditSetup.now())
    case 'read':
      return readCredits(testSite.db, creditSetup.context, { userId })
  }
}

const refusals = ['insufficient_credits', 'nothing_to_return', 'conflict']

async function readEntries(userId: string): Promise<string[]> {
  const { rows } = await sql<{ entry: string }>`
    select to_jsonb(l)::text as entry from credit_ledger l where user_id = ${userId} order by number`.execute(
    testSite.db,
  )
  return rows.map(({ entry }) => entry)
}

describe('after any actions of members, in any order or concurrently', () => {
  it('every invariant of credits holds, and no entry of the ledger has changed', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 12 }), async (rounds) => {
        const creditSetup = createCreditSetup(testSite.db, '2026-10-28T12:00:00.000Z')
        const userId = await testSite.addUser(`member${++count}`)
        try {
          let before: string[] = []
          for (const { actions, clockShift } of rounds) {
            const results = await Promise.allSettled(actions.map((action) => perform(creditSetup, userId, action)))
            for (const result of results) {
              if (result.status === 'rejected') expect(refusals).toContain(result.reason.code)
            }
            expect(await findCreditViolations(testSite.db)).toEqual([])
            const after = await readEntries(userId)
            expect(after.slice(0, before.length)).toEqual(before)
            before = after
            creditSetup.advanceClock(clockShift)
          }
        } finally {
          // What this user leaves behind must not affect the checks of the next user.
          await inTransaction(testSite.db, (tx) => eraseCredits(tx, userId))
        }
      }),
      { numRuns: 20 },
    )
  })

  it('nobody gains credits by spending and returning them', async () => {
    let count = 0
    const call = fc.record({ isSpend: fc.boolean(), amount })
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 25 }), fc.integer({ min: 0, max: 3 }), async (calls, minutes) => {
        const creditSetup = createCreditSetup(testSite.db)
        const userId = await testSite.addUser(`client${++count}`)
        const start = await readCredits(testSite.db, creditSetup.context, { userId })
        for (const { isSpend, amount } of calls) {
          const spendOrReturn = isSpend ? spendCredits : returnCredits
          const credits = await creditSetup
            .run(spendOrReturn, { userId, amount, reason: null })
            .catch((error) => error.details.credits)
          expect(credits).toBeLessThanOrEqual(start)
          expect(credits).toBeGreaterThanOrEqual(0)
          creditSetup.advanceClock(minutes * minute)
        }
        expect(await findCreditViolations(testSite.db)).toEqual([])
      }),
      { numRuns: 15 },
    )
  })
})

describe('after money is refunded or paid again', () => {
  // In `due`, `amount` is how many of the paid credits are refunded in total. If it is less than before, money is paid
  // again. `end` settles or releases the hold.
  const step = fc.oneof(
    fc.record({ does: fc.constant('spend' as const), amount: fc.integer({ min: 1, max: 400 }) }),
    fc.record({ does: fc.constant('return' as const), amount: fc.integer({ min: 1, max: 400 }) }),
    fc.record({ does: fc.constant('due' as const), amount: fc.integer({ min: 0, max: 1000 }) }),
    fc.record({ does: fc.constant('hold' as const), amount: fc.integer({ min: 1, max: 400 }) }),
    fc.record({ does: fc.constant('end' as const), amount: fc.constant(0) }),
  )

  it('used and available credits add up to the paid credits, and none are available if more were used', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), fc.boolean(), async (steps, isSettled) => {
        const creditSetup = createCreditSetup(testSite.db)
        const userId = await testSite.addUser(`payer${++count}`)
        const invoice = 'in_1'
        const hold = { userId, opKey: 'run:1', reason: 'A run', expiresAt: new Date('2026-12-01T00:00:00.000Z') }
        await creditSetup.run(setAllowance, {
          userId,
          invoice,
          amount: 1000,
          ...paidMonthUntil('2026-12-20T12:00:00.000Z'),
        })
        let due = 0
        for (const { does, amount } of steps) {
          const before = await readUsage(userId)
          await performStep(does, amount)
          const { used, available } = await readUsage(userId)
          const paid = 1000 - due
          // Used credits stay used, even if they were refunded later. Only paid credits that weren't used are available.
          expect(available).toBe(Math.max(0, paid - used))
          if (used > before.used) expect(used).toBeLessThanOrEqual(Math.max(paid, before.used))
        }
        expect(await findCreditViolations(testSite.db)).toEqual([])

        async function performStep(does: string, amount: number): Promise<unknown> {
          if (does === 'due') {
            due = amount
            return creditSetup.run(withdrawAllowance, { userId, invoice, due })
          }
          const expectRefusal = (error: { code: string }) => expect(refusals).toContain(error.code)
          if (does === 'spend')
            return creditSetup.run(spendCredits, { userId, amount, reason: null }).catch(expectRefusal)
          if (does === 'return') return creditSetup.run(returnCredits, { userId, amount }).catch(expectRefusal)
          if (does === 'hold') return creditSetup.run(reserveCredits, { ...hold, amount }).catch(expectRefusal)
          return creditSetup.run(isSettled ? settleHold : releaseHold, { userId, opKey: 'run:1' }).catch(expectRefusal)
        }
      }),
      { numRuns: 20 },
    )
  })

  /** Returns how many credits are spent (and not returned) or reserved, and how many can be spent. */
  async function readUsage(userId: string): Promise<{ used: number; available: number }> {
    const { rows } = await sql<{ used: number; available: number }>`
      select balance - reserved as available, reserved + (
        select coalesce(-sum(amount), 0) from credit_ledger l
        where l.user_id = a.user_id and kind in ('spend', 'return')) as used
      from credit_accounts a where user_id = ${userId}`.execute(testSite.db)
    return rows[0] ?? { used: 0, available: 0 }
  }
})

describe('findCreditViolations', () => {
  it('finds violations that bypassed the constraints', async () => {
    const brokenSite = await createTestSite()
    try {
      const userId = await brokenSite.addUser('victim')
      await readCredits(brokenSite.db, createCreditSetup(brokenSite.db).context, { userId })
      await sql`set session_replication_role = replica; update credit_accounts set balance = 31`.execute(brokenSite.db)
      expect((await findCreditViolations(brokenSite.db)).map(({ what }) => what)).toEqual([
        'a balance is not the sum of its ledger',
        'the grants do not add up to what can be spent',
      ])
    } finally {
      await brokenSite.close()
    }
  })
})
