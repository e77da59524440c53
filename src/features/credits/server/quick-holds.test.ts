import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActingToken } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { createCreditSetup, day, minute } from '#test/credit-setup.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { readCredits } from './credit-queries.ts'
import { grantCredits } from './grant-credits.ts'
import { lockAccount } from './lock-account.ts'
import { reserveCredits, reserveInBatch } from './reserve-credits.ts'
import { settleHold, settleInBatch } from './settle-hold.ts'
import { findCreditViolations } from './violation-queries.ts'

let testSite: TestSite
let userCount = 0
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

const token: ActingToken = { id: newId(), scopes: ['run'], dailyCredits: 1_000_000 }
const grant = fc.record({ amount: fc.integer({ min: 1, max: 10 }), days: fc.option(fc.integer({ min: 1, max: 9 })) })
type Grant = typeof grant extends fc.Arbitrary<infer Value> ? Value : never

/** Returns the account with its grants, holds and ledger entries, but without ids and times. */
async function stateOf(userId: string) {
  const { rows } = await sql`
    select balance, reserved,
      (select jsonb_agg(jsonb_build_array(l.source_key, l.remaining) order by l.source_key)
        from credit_lots l where l.user_id = a.user_id) as grants,
      (select jsonb_agg(jsonb_build_array(h.op_key, h.state, h.amount, (select jsonb_agg(jsonb_build_array(l.source_key, part -> 'amount') order by place)
          from jsonb_array_elements(h.parts) with ordinality as parts (part, place)
          join credit_lots l on l.user_id = h.user_id and l.id = (part ->> 'lot')::uuid)) order by h.op_key)
        from credit_holds h where h.user_id = a.user_id) as holds,
      (select jsonb_agg(jsonb_build_array(e.kind, e.amount, e.balance_after, e.op_key, e.reason) order by e.number)
        from credit_ledger e where e.user_id = a.user_id) as entries
    from credit_accounts a where user_id = ${userId}`.execute(testSite.db)
  return rows[0]
}

it('one statement reserves and charges the same as several statements, for any grants and amounts', async () => {
  const creditSetup = createCreditSetup(testSite.db)
  const { context } = creditSetup
  const later = (days: number) => new Date(creditSetup.now().getTime() + days * day)
  await fc.assert(
    fc.asyncProperty(
      fc.array(grant, { maxLength: 4 }),
      fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 5 }),
      async (grants, amounts) => {
        const [quick, slow] = [
          await testSite.addUser(`quick${++userCount}`),
          await testSite.addUser(`slow${userCount}`),
        ]
        for (const userId of [quick, slow]) {
          await readCredits(testSite.db, context, { userId })
          for (const [n, { amount, days }] of grants.entries()) {
            const pack = { sourceKey: `pack:${n}`, kind: 'purchase', reason: 'A pack' } as const
            await creditSetup.run(grantCredits, { userId, amount, ...pack, expiresAt: days ? later(days) : null })
          }
        }
        for (const [n, amount] of amounts.entries()) {
          const hold = { amount, opKey: `run:${n}`, reason: 'A run', expiresAt: later(1) }
          // A reservation with a token takes several statements, because what a token spends is counted.
          const results = await Promise.allSettled([
            creditSetup.run(reserveCredits, { userId: quick, ...hold }),
            creditSetup.run(reserveCredits, { userId: slow, ...hold, token }),
          ])
          const outcomes = results.map((result) =>
            result.status === 'fulfilled' ? result.value : result.reason.message,
          )
          expect(outcomes[0]).toEqual(outcomes[1])
          if (n % 2 || results[0]?.status === 'rejected') continue
          const { opKey } = hold
          // A request that finds the account locked waits, and then needs several statements.
          const lockingTransaction = inTransaction(testSite.db, async (tx) => {
            await lockAccount(tx, context, { userId: slow })
            return { settlement: creditSetup.run(settleHold, { userId: slow, opKey, token }) }
          })
          const creditsLeft = await creditSetup.run(settleHold, { userId: quick, opKey })
          expect(await (await lockingTransaction).settlement).toBe(creditsLeft)
        }
        expect(await stateOf(quick)).toEqual(await stateOf(slow))
      },
    ),
    { numRuns: 25 },
  )
  expect(await findCreditViolations(testSite.db)).toEqual([])
})

it('one statement for several members has the same effect as one statement for each of them', async () => {
  const creditSetup = createCreditSetup(testSite.db)
  const later = (days: number) => new Date(creditSetup.now().getTime() + days * day)
  const setUp = async ({ grants, isDue }: { grants: Grant[]; isDue: boolean }) => {
    const userId = await testSite.addUser(`many${++userCount}`)
    await readCredits(testSite.db, creditSetup.context, { userId })
    for (const [n, { amount, days }] of grants.entries()) {
      const pack = { sourceKey: `pack:${n}`, kind: 'purchase', reason: 'A pack' } as const
      await creditSetup.run(grantCredits, { userId, amount, ...pack, expiresAt: days ? later(days) : null })
    }
    // `reserveInBatch` skips accounts that are due for an update.
    if (isDue) await sql`update credit_accounts set due_at = ${later(0)} where user_id = ${userId}`.execute(testSite.db)
    return userId
  }
  const memberSetups = fc.array(
    fc.record({
      grants: fc.array(grant, { maxLength: 3 }),
      isDue: fc.boolean(),
      isSettled: fc.boolean(),
      amounts: fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 2, maxLength: 2 }),
    }),
    { minLength: 2, maxLength: 5 },
  )
  await fc.assert(
    fc.asyncProperty(memberSetups, async (members) => {
      const [together, alone] = [await Promise.all(members.map(setUp)), await Promise.all(members.map(setUp))]
      for (const round of [0, 1]) {
        const holdOf = (userIds: string[], n: number) => ({
          userId: userIds[n] as string,
          amount: members[n]?.amounts[round] as number,
          opKey: `run:${round}`,
          reason: 'A run',
          expiresAt: later(1),
        })
        const indexesToSettle = members.map((_, n) => n).filter((n) => members[n]?.isSettled)
        const perform = async (userIds: string[], indexes: number[]) => {
          const holds = members.map((_, n) => holdOf(userIds, n)).filter((_, n) => indexes.includes(n))
          const settlements = indexesToSettle.filter((n) => indexes.includes(n)).map((n) => holdOf(userIds, n))
          return inTransaction(testSite.db, async (tx) => {
            const [leftAfterReserving, leftAfterSettling] = [
              await reserveInBatch(tx, creditSetup.now(), holds),
              await settleInBatch(tx, creditSetup.now(), settlements),
            ]
            return indexes.map((n) => {
              const userId = userIds[n] as string
              return [leftAfterReserving.get(userId), leftAfterSettling.get(userId)]
            })
          })
        }
        const indexes = members.map((_, n) => n)
        const separately = []
        for (const n of indexes) separately.push(...(await perform(alone, [n])))
        expect(await perform(together, indexes)).toEqual(separately)
      }
      expect(await Promise.all(together.map(stateOf))).toEqual(await Promise.all(alone.map(stateOf)))
    }),
    { numRuns: 25 },
  )
  expect(await findCreditViolations(testSite.db)).toEqual([])
})

describe('a reservation in one statement', () => {
  const setUp = async () => {
    const creditSetup = createCreditSetup(testSite.db)
    const userId = await testSite.addUser(`quick${++userCount}`)
    const read = () => readCredits(testSite.db, creditSetup.context, { userId })
    // The first read grants the allowance, which takes several statements.
    await read()
    const reserve = (amount: number, opKey: string) => {
      const expiresAt = new Date(creditSetup.now().getTime() + 5 * minute)
      return creditSetup.run(reserveCredits, { userId, amount, opKey, reason: 'A run', expiresAt })
    }
    return { creditSetup, userId, read, reserve }
  }

  it('is released when it expires', async () => {
    const { creditSetup, read, reserve } = await setUp()
    await reserve(4, 'run:1')
    creditSetup.advanceClock(5 * minute - 1)
    expect(await read()).toBe(26)
    creditSetup.advanceClock(1)
    expect(await read()).toBe(30)
  })

  it('doesn’t delay the end of a grant that expires before the hold', async () => {
    const { creditSetup, userId, read, reserve } = await setUp()
    const expiresAt = new Date(creditSetup.now().getTime() + minute)
    const pack = { sourceKey: 'pack:1', kind: 'purchase', reason: 'A pack', expiresAt } as const
    await creditSetup.run(grantCredits, { userId, amount: 50, ...pack })
    await reserve(4, 'run:1')
    creditSetup.advanceClock(minute)
    expect(await read()).toBe(30)
  })

  it('never takes expired credits: if a grant or a month has ended, the account is updated first', async () => {
    const { creditSetup, userId, reserve } = await setUp()
    const expiresAt = new Date(creditSetup.now().getTime() + day)
    const pack = { sourceKey: 'pack:1', kind: 'purchase', reason: 'A pack', expiresAt } as const
    await creditSetup.run(grantCredits, { userId, amount: 50, ...pack })
    creditSetup.advanceClock(day)
    expect(await reserve(4, 'run:1')).toMatchObject({ credits: 26 })
    creditSetup.setClock('2026-12-01T00:00:00.000Z')
    expect(await reserve(3, 'run:2')).toMatchObject({ credits: 27 })
    expect(await findCreditViolations(testSite.db)).toEqual([])
  })
})
