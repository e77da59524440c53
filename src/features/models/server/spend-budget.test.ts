import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { createBudget } from './spend-budget.ts'

let testSite: TestSite
let time: Date
const now = () => time

beforeAll(async () => {
  testSite = await createTestSite()
})
beforeEach(async () => {
  time = new Date('2026-11-20T23:59:00Z')
  await testSite.db.deleteFrom('aiSpending').execute()
})
afterAll(() => testSite.close())

const budgetOf = (dollars: number | null) => createBudget(testSite.db, now, dollars)

describe('the daily budget', () => {
  it('refuses an answer that may cost more than is left, until midnight UTC', async () => {
    const budget = budgetOf(1)
    await (await budget.take(0.9))(0.9)
    await expect(budget.take(0.2)).rejects.toMatchObject({
      code: 'provider_unavailable',
      message: expect.stringContaining('budget for today is used up'),
      details: { retryAfter: 60 },
    })
    time = new Date('2026-11-21T00:00:00Z')
    await expect(budget.take(0.2)).resolves.toBeTypeOf('function')
  })

  it('gets back the difference if an answer costs less than was taken for it', async () => {
    const budget = budgetOf(1)
    const correct = await budget.take(0.9)
    await expect(budget.take(0.2)).rejects.toThrow()
    await correct(0.1)
    await expect(budget.take(0.8)).resolves.toBeTypeOf('function')
  })

  it('isn’t overdrawn by concurrent questions through two budget objects, as in two processes', async () => {
    const budgets = [budgetOf(1), budgetOf(1)]
    const takes = await Promise.allSettled(Array.from({ length: 40 }, (_, i) => budgets[i % 2]?.take(0.1)))
    expect(takes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  it('isn’t overdrawn by concurrent questions at the start of a day', async () => {
    const budget = budgetOf(1)
    // The first question runs alone, on the old day. The others wait for it and share a batch on the new day.
    const first = budget.take(0.9)
    time = new Date('2026-11-21T00:00:00Z')
    const takes = await Promise.allSettled(Array.from({ length: 20 }, () => budget.take(0.3)))
    await first
    expect(takes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await budget.spentToday()).toBeCloseTo(0.9)
  })

  it('fails its check if it is used up, but not if there is no limit', async () => {
    const budget = budgetOf(0)
    await expect(budget.check()).rejects.toThrow('used up')
    await expect(budgetOf(null).check()).resolves.toBeUndefined()
  })
})
