import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addToAuthorCounts } from '#features/catalogue/server/author-counts.ts'
import { inTransaction } from '#platform/database/db.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { refreshPeriods } from './refresh-periods.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

const now = new Date('2026-06-30T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const addCounts = (authorId: string, copies: number, votes: number, when: Date) =>
  inTransaction(testSite.db, (tx) =>
    addToAuthorCounts(tx, [{ authorId, copies, votes, used: Math.min(copies, 1) }], when),
  )

async function readRanking(period: string, query = '') {
  const { body } = await testSite.request(`/api/top-contributors?period=${period}${query}`)
  return body
}
const readScores = async (period: string) =>
  (await readRanking(period)).items.map(({ username, score }: { username: string; score: number }) => [username, score])

it('the rankings of the week and the month count only contributions of the last 7 and 30 days', async () => {
  const addAuthor = async (name: string, publishedAt: Date) => {
    const id = await testSite.addUser(name)
    await testSite.addPrompt({ userId: id, publishedAt, createdAt: publishedAt })
    return id
  }
  const [ada, bob, cleo] = [
    await addAuthor('ada', daysAgo(400)),
    await addAuthor('bob', daysAgo(20)),
    await addAuthor('cleo', daysAgo(2)),
  ]
  await addCounts(ada, 3, 4, daysAgo(1))
  await addCounts(ada, 500, 0, daysAgo(39))
  await addCounts(bob, 7, 0, daysAgo(10))
  await addCounts(cleo, 0, -20, daysAgo(1))
  await addCounts(cleo, 5, 0, daysAgo(3))
  await Promise.all([refreshPeriods(testSite.db, now), refreshPeriods(testSite.db, now)])

  expect(await readScores('all')).toEqual([
    ['ada', 513],
    ['bob', 8],
    ['cleo', -34],
  ])
  // Cleo's score is negative in both periods, so both rankings omit her.
  expect(await readScores('month')).toEqual([
    ['ada', 12],
    ['bob', 8],
  ])
  expect(await readScores('week')).toEqual([['ada', 12]])
  const first = await readRanking('month', '&limit=1')
  const second = await readRanking('month', `&limit=1&cursor=${first.nextCursor}`)
  expect([first.total, second.items[0].username, second.nextCursor]).toEqual([2, 'bob', null])
  expect((await readRanking('week', `&cursor=${first.nextCursor}`)).code).toBe('validation_failed')

  // 90 days later, the daily counts have been deleted, and no prompt was published in the last 30 days.
  await sql`delete from author_days`.execute(testSite.db)
  await refreshPeriods(testSite.db, daysAgo(-90))
  expect(await readScores('month')).toEqual([])
})
