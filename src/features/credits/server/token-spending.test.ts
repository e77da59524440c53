import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { utcDay } from '#lib/utc-day.ts'
import type { ActingToken } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { type CreditContext, freePlanForAll } from './credit-context.ts'
import { releaseHold } from './release-hold.ts'
import { reserveCredits } from './reserve-credits.ts'
import { settleHold } from './settle-hold.ts'
import { spentByTokens } from './token-spending.ts'

let testSite: TestSite
let now = new Date('2026-11-20T23:59:00Z')
let userCount = 0
const context: CreditContext = { now: () => now, planOf: freePlanForAll, limitsFirstGrants: false }
beforeAll(async () => {
  testSite = await createTestSite({ now: () => now })
})
afterAll(() => testSite.close())

const tokenOf = (dailyCredits: number): ActingToken => ({ id: newId(), scopes: ['run'], dailyCredits })
const reserve = (userId: string, amount: number, token?: ActingToken, opKey = newId()) =>
  inTransaction(testSite.db, (tx) =>
    reserveCredits(tx, context, {
      userId,
      amount,
      opKey,
      reason: 'A run',
      expiresAt: new Date(now.getTime() + 60_000),
      token,
    }),
  )
const readSpent = async (userId: string, token: ActingToken) =>
  (await spentByTokens(testSite.db, userId, utcDay(now))).get(token.id) ?? 0

describe('a token’s daily credits', () => {
  it('are used up by what the token reserves and spends, but not by released holds or by what others spend', async () => {
    const userId = await testSite.addUser(`spender${++userCount}`)
    const token = tokenOf(5)
    await reserve(userId, 4)
    await reserve(userId, 4, tokenOf(4))
    const [settledKey, releasedKey] = [newId(), newId()]
    await reserve(userId, 2, token, settledKey)
    await inTransaction(testSite.db, (tx) => settleHold(tx, context, { userId, opKey: settledKey }))
    await reserve(userId, 3, token, releasedKey)
    await expect(reserve(userId, 1, token)).rejects.toMatchObject({ code: 'rate_limited' })
    await inTransaction(testSite.db, (tx) => releaseHold(tx, context, { userId, opKey: releasedKey }))
    expect(await readSpent(userId, token)).toBe(2)
    await reserve(userId, 3, token)
    expect(await readSpent(userId, token)).toBe(5)
  })

  it('start over at midnight UTC, and the refusal says how long to wait', async () => {
    const userId = await testSite.addUser(`spender${++userCount}`)
    const token = tokenOf(2)
    await reserve(userId, 2, token)
    await expect(reserve(userId, 1, token)).rejects.toMatchObject({ details: { retryAfter: 60 } })
    now = new Date('2026-11-21T00:00:00Z')
    await reserve(userId, 2, token)
    expect(await readSpent(userId, token)).toBe(2)
    now = new Date('2026-11-20T23:59:00Z')
  })

  it('aren’t exceeded by simultaneous runs', async () => {
    const userId = await testSite.addUser(`spender${++userCount}`)
    const token = tokenOf(7)
    const attempts = await Promise.allSettled(Array.from({ length: 12 }, () => reserve(userId, 2, token)))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await readSpent(userId, token)).toBe(6)
  })

  it('also limit a run that is charged after its hold was released', async () => {
    const userId = await testSite.addUser(`spender${++userCount}`)
    const token = tokenOf(3)
    const settle = (actingToken?: ActingToken) =>
      inTransaction(testSite.db, (tx) => settleHold(tx, context, { userId, opKey: 'run:late', token: actingToken }))
    await reserve(userId, 3, token, 'run:late')
    await inTransaction(testSite.db, (tx) => releaseHold(tx, context, { userId, opKey: 'run:late' }))
    await reserve(userId, 1, token, 'run:other')
    await expect(settle(token)).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await readSpent(userId, token)).toBe(1)
    expect(await settle()).toBe(26)
    expect(await readSpent(userId, token)).toBe(1)
  })

  it('are used up by a run that a session started and the token continued', async () => {
    const userId = await testSite.addUser(`spender${++userCount}`)
    const token = tokenOf(3)
    await reserve(userId, 2, undefined, 'run:shared')
    await inTransaction(testSite.db, (tx) => releaseHold(tx, context, { userId, opKey: 'run:shared' }))
    await reserve(userId, 2, token, 'run:shared')
    expect(await readSpent(userId, token)).toBe(2)
    await expect(reserve(userId, 2, token)).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('don’t allow any paid run if they are zero', async () => {
    const userId = await testSite.addUser(`spender${++userCount}`)
    await expect(reserve(userId, 1, tokenOf(0))).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('are used only once by a repeated reservation', async () => {
    const userId = await testSite.addUser(`spender${++userCount}`)
    const token = tokenOf(3)
    for (const _ of [1, 2]) await reserve(userId, 3, token, 'run:same')
    expect(await readSpent(userId, token)).toBe(3)
  })
})
