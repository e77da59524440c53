import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addToAuthorNumbers } from '#features/catalogue/server/author-numbers.ts'
import { inTransaction } from '#server/platform/db.ts'
import { createWorld, type World } from '#test/world.ts'
import { refreshPeriods } from './refresh-periods.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const now = new Date('2026-06-30T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const addNumbers = (authorId: string, copies: number, votes: number, when: Date) =>
  inTransaction(world.db, (tx) => addToAuthorNumbers(tx, [{ authorId, copies, votes }], when))

async function boardOf(period: string, query = '') {
  const { body } = await world.request(`/api/top-contributors?period=${period}${query}`)
  return body
}
const namesOf = async (period: string) =>
  (await boardOf(period)).items.map(({ username, score }: { username: string; score: number }) => [username, score])

it('the boards of week and month count only the numbers of those days', async () => {
  const addAuthor = async (name: string, published: Date) => {
    const id = await world.addUser(name)
    await world.addPrompt({ userId: id, publishedAt: published, createdAt: published })
    return id
  }
  const [ada, bob, cleo] = [
    await addAuthor('ada', daysAgo(400)),
    await addAuthor('bob', daysAgo(20)),
    await addAuthor('cleo', daysAgo(2)),
  ]
  await addNumbers(ada, 3, 4, daysAgo(1))
  await addNumbers(ada, 500, 0, daysAgo(39))
  await addNumbers(bob, 7, 0, daysAgo(10))
  await addNumbers(cleo, 0, -20, daysAgo(1))
  await addNumbers(cleo, 5, 0, daysAgo(3))
  await Promise.all([refreshPeriods(world.db, now), refreshPeriods(world.db, now)])

  expect(await namesOf('all')).toEqual([
    ['ada', 521],
    ['bob', 17],
    ['cleo', -25],
  ])
  expect(await namesOf('month')).toEqual([
    ['bob', 17],
    ['ada', 11],
  ])
  expect(await namesOf('week')).toEqual([['ada', 11]])
  const first = await boardOf('month', '&limit=1')
  const second = await boardOf('month', `&limit=1&cursor=${first.nextCursor}`)
  expect([first.total, second.items[0].username, second.nextCursor]).toEqual([2, 'ada', null])
  expect((await boardOf('week', `&cursor=${first.nextCursor}`)).code).toBe('validation_failed')

  await sql`delete from author_days`.execute(world.db)
  await refreshPeriods(world.db, daysAgo(-90))
  expect(await namesOf('month')).toEqual([])
})
