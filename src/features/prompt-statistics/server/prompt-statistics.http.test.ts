import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setBanned } from '#features/accounts/server/change-account-status.ts'
import { countSaves } from '#features/favorites/server/count-saves.ts'
import { castVote } from '#features/votes/server/cast-vote.ts'
import { countVotes } from '#features/votes/server/count-votes.ts'
import { applyBanToSomeVotes } from '#features/votes/server/hold-votes.ts'
import { releaseMatureVotes } from '#features/votes/server/release-votes.ts'
import { aggregateCopies } from '#features/worksheet/server/aggregate-copies.ts'
import { utcDay } from '#lib/utc-day.ts'
import { inTransaction } from '#platform/database/db.ts'
import { hooks } from '#server/hooks.ts'
import { deleteOldData } from '#test/delete-old-data.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import { type AddedDay, addToDays } from './add-to-days.ts'
import { type CountDay, closeDays } from './close-days.ts'
import { countForks } from './count-forks.ts'
import { deleteStatisticsOf } from './delete-days.ts'
import { statisticsRetention } from './statistics-retention.ts'

const dayMs = 86_400_000
let now = Date.UTC(2026, 2, 2, 12)
let testSite: TestSite
let author: string
let reader: string
let personCount = 0
const today = () => utcDay(new Date(now))
const counters = [countVotes, countSaves, countForks]
const closePastDays = () => closeDays(testSite.db, counters, new Date(now))
const add = (...days: AddedDay[]) => inTransaction(testSite.db, (tx) => addToDays(tx, days))

beforeAll(async () => {
  testSite = await createTestSite({ now: () => new Date(now) })
  author = await testSite.addUser('author')
  reader = await testSite.addUser('reader')
  await closePastDays()
})
afterAll(() => testSite.close())
beforeEach(async () => {
  now += dayMs
  await closePastDays()
})

const statisticsOf = async (id: string, as: string | undefined = author) => {
  const { status, body } = await testSite.request(`/api/prompts/${id}/statistics`, { as })
  return { status, body }
}
const newPeople = (count: number) =>
  Promise.all(Array.from({ length: count }, () => testSite.addUser(`someone-${personCount++}`)))

describe('the statistics of a prompt', () => {
  it('are available only to its author, whether it is published or a draft', async () => {
    const published = await testSite.addPrompt({ userId: author })
    const draft = await testSite.addPrompt({ userId: author, status: 'draft' })
    const [moderator, admin] = [
      await testSite.addUser('moderator', 'moderator'),
      await testSite.addUser('admin', 'admin'),
    ]
    for (const { id } of [published, draft]) await add({ promptId: id, day: today(), fromSearch: 20 })
    now += dayMs
    await closePastDays()
    for (const { id } of [published, draft]) {
      expect((await statisticsOf(id)).status).toBe(200)
      const own = await testSite.request(`/api/user/reads?promptIds=${id}`, { as: author })
      expect(own.body).toEqual({ reads: { [id]: 20 } })
      expect((await testSite.request(`/api/prompts/${id}/statistics`)).status).toBe(401)
      for (const otherMember of [reader, moderator, admin]) {
        expect((await statisticsOf(id, otherMember)).status).toBe(404)
        expect((await testSite.request(`/api/prompts/${id}/statistics.csv`, { as: otherMember })).status).toBe(404)
        const { body } = await testSite.request(`/api/user/reads?promptIds=${id}`, { as: otherMember })
        expect(body).toEqual({ reads: {} })
      }
    }
    expect((await statisticsOf(published.slug)).body.prompt).toEqual({
      id: published.id,
      slug: published.slug,
      title: expect.any(String),
    })
  })

  it('show views by source, and copies, for days that are over, and join days until a count reaches five', async () => {
    const { id } = await testSite.addPrompt({ userId: author })
    const first = today()
    await add({ promptId: id, day: first, fromSearch: 4, fromMcp: 7, copies: 30 })
    expect((await statisticsOf(id)).body.copies).toEqual([])
    now += dayMs
    await closePastDays()
    await add({ promptId: id, day: today(), fromSearch: 2 })
    const { body } = await statisticsOf(id)
    expect(body.until).toBe(first)
    expect(body.views.mcp).toEqual([{ from: body.from, to: first, count: 7 }])
    expect(body.views.search).toEqual([])
    expect(body.copies).toEqual([{ from: body.from, to: first, count: 30 }])
    now += dayMs
    await closePastDays()
    const { body: later } = await statisticsOf(id)
    expect(later.views.search).toEqual([{ from: body.from, to: later.until, count: 6 }])
    const { body: reads } = await testSite.request(`/api/user/reads?promptIds=${id}`, { as: author })
    expect(reads).toEqual({ reads: { [id]: 13 } })
  })

  it('include votes, saves and forks of a day once it is over', async () => {
    const { id } = await testSite.addPrompt({ userId: author })
    for (const person of await newPeople(6)) {
      await testSite.request('/api/votes', { method: 'POST', json: { promptId: id, value: 1 }, as: person })
      await testSite.request('/api/favorites', { method: 'POST', json: { promptId: id }, as: person })
    }
    const forks = await testSite.addPrompts(11)
    await sql`
      update prompts set fork_of = ${id}, published_at = ${new Date(now)} where id = any(${forks})`.execute(testSite.db)
    await sql`update prompts set status = 'removed' where id = any(${forks.slice(6)})`.execute(testSite.db)
    now += dayMs
    await closePastDays()
    const { body } = await statisticsOf(id)
    expect([body.upvotes, body.saves, body.forks].map(([block]) => block?.count)).toEqual([6, 6, 6])
    expect(body.downvotes).toEqual([])
  })

  it('count a held vote on the day of its release, and no vote twice', async () => {
    const { id } = await testSite.addPrompt({ userId: author })
    const cast = async (maturityHours: number) => {
      const [person] = (await newPeople(1)) as [string]
      await sql`update users set created_at = ${new Date(now)} where id = ${person}`.execute(testSite.db)
      await castVote(testSite.db, memberOf(person), { promptId: id, value: 1 }, { now: new Date(now), maturityHours })
      return person
    }
    const ban = async (userId: string, banned: boolean) => {
      await inTransaction(testSite.db, (tx) =>
        setBanned(tx, hooks, { kind: 'system', name: 'test' }, { userId, banned }),
      )
      await applyBanToSomeVotes(testSite.db, userId, { now: new Date(now), maturityHours: 0 })
    }
    const countByDay = async () => {
      const { rows } = await sql<{ day: string; upvotes: number }>`
        select day::text as day, upvotes from prompt_days where prompt_id = ${id} and upvotes > 0 order by day`.execute(
        testSite.db,
      )
      return rows.map(({ day, upvotes }) => [day, upvotes])
    }
    const first = today()
    const counted = await cast(0)
    const bannedEarly = await cast(0)
    await cast(48)
    await ban(bannedEarly, true)
    now += dayMs
    await closePastDays()
    await ban(counted, true)
    now += 2 * dayMs
    await closePastDays()
    const third = today()
    await releaseMatureVotes(testSite.db, new Date(now))
    for (const person of [counted, bannedEarly]) await ban(person, false)
    now += dayMs
    await closePastDays()
    expect(await countByDay()).toEqual([
      [first, 1],
      [third, 2],
    ])
  })

  it('never change once they have been shown: late counts are added to the first day that isn’t over', async () => {
    const { id } = await testSite.addPrompt({ userId: author })
    const day = today()
    await add({ promptId: id, day, fromFeeds: 8 })
    now += dayMs
    await closePastDays()
    const { body: before } = await statisticsOf(id)
    await add({ promptId: id, day, fromFeeds: 1 })
    expect((await statisticsOf(id)).body).toEqual(before)
    const { rows } = await sql<{ day: string; views: number }>`
      select day::text as day, from_feeds as views from prompt_days where prompt_id = ${id} order by day`.execute(
      testSite.db,
    )
    expect(rows).toEqual([
      { day, views: 8 },
      { day: today(), views: 1 },
    ])
  })

  it('are the same if concurrent calls close a day, or if it is closed again', async () => {
    const { id } = await testSite.addPrompt({ userId: author })
    for (const person of await newPeople(5))
      await testSite.request('/api/votes', { method: 'POST', json: { promptId: id, value: -1 }, as: person })
    now += 3 * dayMs
    await Promise.all([closePastDays(), closePastDays(), closePastDays(), closePastDays()])
    await sql`delete from votes where prompt_id = ${id}`.execute(testSite.db)
    await closePastDays()
    const { body } = await statisticsOf(id)
    expect(body.downvotes).toEqual([{ from: body.from, to: expect.any(String), count: 5 }])
    expect(body.until).toBe(utcDay(new Date(now - dayMs)))
  })

  it('don’t change if a slower call counts a day that has been closed', async () => {
    const { id } = await testSite.addPrompt({ userId: author })
    now += dayMs
    const countLate: CountDay = async () => {
      await closePastDays()
      return [{ promptId: id, saves: 50 }]
    }
    await closeDays(testSite.db, [countLate], new Date(now))
    expect((await sql`select from prompt_days where prompt_id = ${id}`.execute(testSite.db)).rows).toEqual([])
  })

  it('count each copy once, even if concurrent calls aggregate the copies', async () => {
    const { id } = await testSite.addPrompt({ userId: author })
    const visitors = await newPeople(12)
    await Promise.all(
      visitors.map((as, index) =>
        testSite.request(`/api/prompts/${id}/copy${index < 6 ? '?way=run' : ''}`, { method: 'POST', as }),
      ),
    )
    await Promise.all([1, 2, 3].map(() => aggregateCopies(testSite.db, new Date(now))))
    const { rows } = await sql`select copies, runs from prompt_days where prompt_id = ${id}`.execute(testSite.db)
    expect(rows).toEqual([{ copies: 12, runs: 6 }])
  })

  it('are available as CSV, without counts below five', async () => {
    const { id, slug } = await testSite.addPrompt({ userId: author })
    await add({ promptId: id, day: today(), fromEmbed: 5, fromSearch: 4 })
    const day = today()
    now += dayMs
    await closePastDays()
    const headers = await testSite.headersOf(author)
    const response = await testSite.app.request(`/api/prompts/${slug}/statistics.csv`, { headers })
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${slug}-2026.csv"`)
    const [head, line, ...others] = (await response.text()).split('\r\n')
    expect([head, line?.replace(/2026-..-..(?=,2026)/, 'start'), ...others]).toEqual([
      'measure,source,from,to,count',
      `views,embed,start,${day},5`,
      '',
    ])
  })

  it('are in the author’s data export, as they are shown', async () => {
    const owner = await testSite.addUser(`owner-${personCount++}`)
    const { id } = await testSite.addPrompt({ userId: owner })
    await add({ promptId: id, day: today(), fromLists: 9, fromEmbed: 3 })
    now += dayMs
    await closePastDays()
    const { body } = await testSite.request('/api/user/export', { as: owner })
    expect(body.promptStatistics).toHaveLength(1)
    expect(body.promptStatistics[0].views.lists.map(({ count }: { count: number }) => count)).toEqual([9])
    expect(body.promptStatistics[0].views.embed).toEqual([])
  })

  it('are deleted with the prompt, with the account, and once their year is no longer shown', async () => {
    const owner = await testSite.addUser(`owner-${personCount++}`)
    const [one, other] = [await testSite.addPrompt({ userId: owner }), await testSite.addPrompt({ userId: owner })]
    await add(...[one, other].map(({ id }) => ({ promptId: id, day: today(), fromLists: 1 })))
    const countRows = async () =>
      (await sql`select 1 from prompt_days where prompt_id in (${one.id}, ${other.id})`.execute(testSite.db)).rows
        .length
    await sql`delete from prompts where id = ${one.id}`.execute(testSite.db)
    expect(await countRows()).toBe(1)
    await inTransaction(testSite.db, (tx) => deleteStatisticsOf(tx, owner))
    expect(await countRows()).toBe(0)
    await add({ promptId: other.id, day: today(), fromLists: 1 })
    await deleteOldData(testSite.db, statisticsRetention, new Date(Date.UTC(2027, 11, 31)))
    expect(await countRows()).toBe(1)
    await deleteOldData(testSite.db, statisticsRetention, new Date(Date.UTC(2028, 0, 1)))
    expect(await countRows()).toBe(0)
  })

  it('store nothing about readers', async () => {
    const { rows } = await sql<{ type: string }>`
      select distinct data_type as type from information_schema.columns
      where table_name = 'prompt_days' and column_name not in ('prompt_id', 'day')`.execute(testSite.db)
    expect(rows).toEqual([{ type: 'integer' }])
  })
})
