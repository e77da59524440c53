import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countSaves } from '#features/favorites/server/count-saves.ts'
import { countVotes } from '#features/votes/server/count-votes.ts'
import { aggregateCopies } from '#features/worksheet/server/aggregate-copies.ts'
import { inTransaction } from '#server/platform/db.ts'
import { createWorld, type World } from '#test/world.ts'
import { type AddedDay, addToDays } from './add-to-days.ts'
import { type CountDay, closeDays } from './close-days.ts'
import { countForks } from './count-forks.ts'
import { deleteOldDays, deleteStatisticsOf } from './delete-days.ts'

const dayMs = 86_400_000
let now = Date.UTC(2026, 2, 2, 12)
let world: World
let author: string
let reader: string
let people = 0
const today = () => new Date(now).toISOString().slice(0, 10)
const counters = [countVotes, countSaves, countForks]
const close = () => closeDays(world.db, counters, new Date(now))
const add = (...days: AddedDay[]) => inTransaction(world.db, (tx) => addToDays(tx, days))

beforeAll(async () => {
  world = await createWorld({ now: () => new Date(now) })
  author = await world.addUser('author')
  reader = await world.addUser('reader')
  await close()
})
afterAll(() => world.close())
beforeEach(async () => {
  now += dayMs
  await close()
})

const statisticsOf = async (id: string, as: string | undefined = author) => {
  const { status, body } = await world.request(`/api/prompts/${id}/statistics`, { as })
  return { status, body }
}
const newPeople = (count: number) =>
  Promise.all(Array.from({ length: count }, () => world.addUser(`someone-${people++}`)))

describe('the statistics of a prompt', () => {
  it('are available only to its author, in every status', async () => {
    const published = await world.addPrompt({ userId: author })
    const draft = await world.addPrompt({ userId: author, status: 'draft' })
    const [moderator, admin] = [await world.addUser('moderator', 'moderator'), await world.addUser('admin', 'admin')]
    for (const { id } of [published, draft]) await add({ promptId: id, day: today(), fromSearch: 20 })
    now += dayMs
    await close()
    for (const { id } of [published, draft]) {
      expect((await statisticsOf(id)).status).toBe(200)
      const own = await world.request(`/api/user/reads?promptIds=${id}`, { as: author })
      expect(own.body).toEqual({ reads: { [id]: 20 } })
      expect((await world.request(`/api/prompts/${id}/statistics`)).status).toBe(401)
      for (const stranger of [reader, moderator, admin]) {
        expect((await statisticsOf(id, stranger)).status).toBe(404)
        expect((await world.request(`/api/prompts/${id}/statistics.csv`, { as: stranger })).status).toBe(404)
        const { body } = await world.request(`/api/user/reads?promptIds=${id}`, { as: stranger })
        expect(body).toEqual({ reads: {} })
      }
    }
    expect((await statisticsOf(published.slug)).body.prompt).toEqual({
      id: published.id,
      slug: published.slug,
      title: expect.any(String),
    })
  })

  it('have views by source, copies and runs of days that are over, joined until they reach five', async () => {
    const { id } = await world.addPrompt({ userId: author })
    const first = today()
    await add({ promptId: id, day: first, fromSearch: 4, fromMcp: 7, copies: 30, runs: 12 })
    expect((await statisticsOf(id)).body.copies).toEqual([])
    now += dayMs
    await close()
    await add({ promptId: id, day: today(), fromSearch: 2 })
    const { body } = await statisticsOf(id)
    expect(body.until).toBe(first)
    expect(body.views.mcp).toEqual([{ from: body.from, to: first, count: 7 }])
    expect(body.views.search).toEqual([])
    expect(body.copies).toEqual([{ from: body.from, to: first, count: 30 }])
    now += dayMs
    await close()
    const { body: later } = await statisticsOf(id)
    expect(later.views.search).toEqual([{ from: body.from, to: later.until, count: 6 }])
    const { body: reads } = await world.request(`/api/user/reads?promptIds=${id}`, { as: author })
    expect(reads).toEqual({ reads: { [id]: 13 } })
  })

  it('include votes, saves and forks of a day once it is over', async () => {
    const { id } = await world.addPrompt({ userId: author })
    for (const person of await newPeople(6)) {
      await world.request('/api/votes', { method: 'POST', json: { promptId: id, value: 1 }, as: person })
      await world.request('/api/favorites', { method: 'POST', json: { promptId: id }, as: person })
    }
    const forks = await world.addPrompts(11)
    await sql`
      update prompts set fork_of = ${id}, published_at = ${new Date(now)} where id = any(${forks})`.execute(world.db)
    await sql`update prompts set status = 'removed' where id = any(${forks.slice(6)})`.execute(world.db)
    now += dayMs
    await close()
    const { body } = await statisticsOf(id)
    expect([body.upvotes, body.saves, body.forks].map(([block]) => block?.count)).toEqual([6, 6, 6])
    expect(body.downvotes).toEqual([])
  })

  it('never change once they were shown: late counts are added to the next day', async () => {
    const { id } = await world.addPrompt({ userId: author })
    const day = today()
    await add({ promptId: id, day, fromFeeds: 8 })
    now += dayMs
    await close()
    const { body: before } = await statisticsOf(id)
    await add({ promptId: id, day, fromFeeds: 1 })
    expect((await statisticsOf(id)).body).toEqual(before)
    const { rows } = await sql<{ day: string; views: number }>`
      select day::text as day, from_feeds as views from prompt_days where prompt_id = ${id} order by day`.execute(
      world.db,
    )
    expect(rows).toEqual([
      { day, views: 8 },
      { day: today(), views: 1 },
    ])
  })

  it('are the same if several processes close a day, or if it is closed again', async () => {
    const { id } = await world.addPrompt({ userId: author })
    for (const person of await newPeople(5))
      await world.request('/api/votes', { method: 'POST', json: { promptId: id, value: -1 }, as: person })
    now += 3 * dayMs
    await Promise.all([close(), close(), close(), close()])
    await sql`delete from votes where prompt_id = ${id}`.execute(world.db)
    await close()
    const { body } = await statisticsOf(id)
    expect(body.downvotes).toEqual([{ from: body.from, to: expect.any(String), count: 5 }])
    expect(body.until).toBe(new Date(now - dayMs).toISOString().slice(0, 10))
  })

  it('of a closed day don’t change when a slower process counts that day again', async () => {
    const { id } = await world.addPrompt({ userId: author })
    now += dayMs
    const countLate: CountDay = async () => {
      await close()
      return [{ promptId: id, saves: 50 }]
    }
    await closeDays(world.db, [countLate], new Date(now))
    expect((await sql`select from prompt_days where prompt_id = ${id}`.execute(world.db)).rows).toEqual([])
  })

  it('have each copy once, even if several processes aggregate them', async () => {
    const { id } = await world.addPrompt({ userId: author })
    const visitors = await newPeople(12)
    await Promise.all(
      visitors.map((as, index) =>
        world.request(`/api/prompts/${id}/copy${index < 6 ? '?way=run' : ''}`, { method: 'POST', as }),
      ),
    )
    await Promise.all([1, 2, 3].map(() => aggregateCopies(world.db, new Date(now))))
    const { rows } = await sql`select copies, runs from prompt_days where prompt_id = ${id}`.execute(world.db)
    expect(rows).toEqual([{ copies: 12, runs: 6 }])
  })

  it('are available as CSV', async () => {
    const { id, slug } = await world.addPrompt({ userId: author })
    await add({ promptId: id, day: today(), fromEmbed: 5, saves: 3 } as AddedDay)
    const day = today()
    now += dayMs
    await close()
    const headers = await world.headersOf(author)
    const response = await world.app.request(`/api/prompts/${slug}/statistics.csv`, { headers })
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${slug}-2026.csv"`)
    const [head, line, ...others] = (await response.text()).split('\r\n')
    expect([head, line?.replace(/2026-..-..(?=,2026)/, 'start'), ...others]).toEqual([
      'measure,source,from,to,count',
      `views,embed,start,${day},5`,
      '',
    ])
  })

  it('are in the data export of their author, as they are shown', async () => {
    const owner = await world.addUser(`owner-${people++}`)
    const { id } = await world.addPrompt({ userId: owner })
    await add({ promptId: id, day: today(), fromLists: 9, fromEmbed: 3 })
    now += dayMs
    await close()
    const { body } = await world.request('/api/user/export', { as: owner })
    expect(body.promptStatistics).toHaveLength(1)
    expect(body.promptStatistics[0].views.lists.map(({ count }: { count: number }) => count)).toEqual([9])
    expect(body.promptStatistics[0].views.embed).toEqual([])
  })

  it('are deleted with the prompt, with the account, and with their year', async () => {
    const owner = await world.addUser(`owner-${people++}`)
    const [one, other] = [await world.addPrompt({ userId: owner }), await world.addPrompt({ userId: owner })]
    await add(...[one, other].map(({ id }) => ({ promptId: id, day: today(), fromLists: 1 })))
    const left = async () =>
      (await sql`select 1 from prompt_days where prompt_id in (${one.id}, ${other.id})`.execute(world.db)).rows.length
    await sql`delete from prompts where id = ${one.id}`.execute(world.db)
    expect(await left()).toBe(1)
    await inTransaction(world.db, (tx) => deleteStatisticsOf(tx, owner))
    expect(await left()).toBe(0)
    await add({ promptId: other.id, day: today(), fromLists: 1 })
    await deleteOldDays(world.db, new Date(Date.UTC(2027, 11, 31)))
    expect(await left()).toBe(1)
    await deleteOldDays(world.db, new Date(Date.UTC(2028, 0, 1)))
    expect(await left()).toBe(0)
  })

  it('store nothing about readers', async () => {
    const { rows } = await sql<{ type: string }>`
      select distinct data_type as type from information_schema.columns
      where table_name = 'prompt_days' and column_name not in ('prompt_id', 'day')`.execute(world.db)
    expect(rows).toEqual([{ type: 'integer' }])
  })
})
