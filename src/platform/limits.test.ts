import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { openPool } from './database/db.ts'
import { createLimits, type LimitRule, networkOf, type TakenPoints } from './limits.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

const login: LimitRule = { name: 'login', points: 5, seconds: 900 }

/** Makes these attempts concurrently. Returns how many of them are allowed. */
async function countAllowed(attempts: (() => Promise<unknown>)[]) {
  const results = await Promise.allSettled(attempts.map((attempt) => attempt()))
  return results.filter(({ status }) => status === 'fulfilled').length
}

describe('a limit', () => {
  it('allows exactly as many concurrent attempts as it has points, across all processes', async () => {
    const processes = Array.from({ length: 4 }, () => createLimits(testSite.db))
    const attempts = Array.from(
      { length: 40 },
      (_, n) => () => processes[n % 4]?.take(login, 'everybody') as Promise<TakenPoints>,
    )
    expect(await countAllowed(attempts)).toBe(5)
  })

  it('says in the message and in seconds when to try again', async () => {
    const limits = createLimits(testSite.db)
    await limits.take(login, 'anna', 5)
    await expect(limits.take(login, 'anna')).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'Too many attempts. Try again in 15 minutes.',
      details: { retryAfter: 900 },
    })
    const short = { name: 'short', points: 1, seconds: 20 }
    await limits.take(short, 'anna')
    await expect(limits.take(short, 'anna')).rejects.toThrow('Try again in 1 minute.')
  })

  it('counts each key and each rule separately', async () => {
    const limits = createLimits(testSite.db)
    await limits.take(login, networkOf('2001:db8:7::1'), 5)
    await expect(limits.take(login, networkOf('2001:db8:7::2'))).rejects.toThrow('Too many attempts')
    await limits.take(login, networkOf('2001:db8:7:1::1'))
    await limits.take({ ...login, name: 'register' }, networkOf('2001:db8:7::1'))
  })

  it('can return a point and reset a key', async () => {
    const limits = createLimits(testSite.db)
    const taken = await limits.take(login, 'ben', 5)
    await limits.giveBack(taken, 1)
    await limits.take(login, 'ben')
    await expect(limits.take(login, 'ben')).rejects.toThrow('Too many attempts')
    await limits.reset(login, 'ben')
    await limits.take(login, 'ben', 5)
  })

  it('gives points back only to the window that they were taken from', async () => {
    const limits = createLimits(testSite.db)
    const rule: LimitRule = { name: 'three', points: 3, seconds: 900 }
    const taken = await Promise.all([1, 2, 3].map(() => limits.take(rule, 'fay')))
    await testSite.db
      .updateTable('rateLimits')
      .set({ expire: Date.now() - 1 })
      .where('key', '=', taken[0]?.key ?? '')
      .execute()
    for (const one of taken) await limits.giveBack(one)
    const attempts = Array.from({ length: 8 }, () => () => limits.take(rule, 'fay'))
    expect(await countAllowed(attempts)).toBe(3)
    for (const one of taken) await limits.giveBack({ ...one, until: one.until - 900_000 })
    await expect(limits.take(rule, 'fay')).rejects.toThrow('Too many attempts')
  })

  it('gives points of an ended window back to no later one, even if all of that one are taken', async () => {
    const limits = createLimits(testSite.db)
    const rule: LimitRule = { name: 'two', points: 2, seconds: 900 }
    const taken = await limits.take(rule, 'ida', 2)
    const ended = Date.now() - 1
    await testSite.db.updateTable('rateLimits').set({ expire: ended }).where('key', '=', taken.key).execute()
    await limits.take(rule, 'ida', 2)
    await limits.giveBack({ ...taken, until: ended })
    await expect(limits.take(rule, 'ida')).rejects.toThrow('Too many attempts')
  })

  it('counts no points of a take that it refuses', async () => {
    const limits = createLimits(testSite.db)
    await limits.take(login, 'gus', 2)
    await expect(limits.take(login, 'gus', 4)).rejects.toThrow('Too many attempts')
    await limits.take(login, 'gus', 3)
  })

  it('starts again when its window has ended', async () => {
    const limits = createLimits(testSite.db)
    await limits.take(login, 'cleo', 5)
    await testSite.db
      .updateTable('rateLimits')
      .set({ expire: Date.now() - 1 })
      .execute()
    await limits.take(login, 'cleo', 5)
    await expect(limits.take(login, 'cleo')).rejects.toThrow('Too many attempts')
  })

  it('stores no names or addresses', async () => {
    const limits = createLimits(testSite.db)
    await limits.take(login, 'dora@example.test')
    await limits.take(login, networkOf('192.0.2.7'))
    const rows = await testSite.db.selectFrom('rateLimits').select('key').execute()
    expect(rows.map(({ key }) => key).join()).not.toMatch(/dora|example|192\.|login/)
  })

  it('works while the database is unavailable', async () => {
    const { db } = openPool({ connectionString: 'postgres://127.0.0.1:1/none' }, () => undefined)
    const limits = createLimits(db)
    const attempts = Array.from({ length: 8 }, () => () => limits.take(login, 'everybody'))
    expect(await countAllowed(attempts)).toBe(5)
    await db.destroy()
  })
})
