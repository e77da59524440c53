import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refreshPeriods } from '#features/contributors/server/refresh-periods.ts'
import { siteAccountId } from '#server/platform/actor.ts'
import { readContentChanges } from '#server/platform/content-changes.ts'
import { createWorld, type World } from '#test/world.ts'
import { findDrifts } from './recount-queries.ts'
import { creditRenewal } from './renew-credits.ts'
import { renewStored } from './renew-stored.ts'
import { applyTallies } from './vote-tallies.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await sql`delete from prompts`.execute(world.db)
  await sql`truncate author_totals, author_days, prompt_counts, credited_authors, author_claims`.execute(world.db)
  await sql`insert into prompt_counts (scope, key, prompts) values ('authors', '', 0)`.execute(world.db)
})

type Ranked = { username: string; isMember: boolean; prompts: number; score: number }
async function rankingOf(query = '') {
  const { body } = await world.request(`/api/top-contributors${query}`)
  return body.items.map(({ username, isMember, score }: Ranked) => [username, isMember ? 'member' : 'credited', score])
}

describe('an imported prompt', () => {
  it('counts for each person in its credit, and not for the account that imported it', async () => {
    const importer = await world.addUser('importer')
    await world.addPrompt({ userId: importer, credit: 'Grace,linus' })
    await world.addPrompt({ userId: importer, credit: 'grace' })
    await world.addPrompt({ userId: importer })
    expect(await rankingOf()).toEqual([
      ['Grace', 'credited', 20],
      ['linus', 'credited', 10],
      ['importer', 'member', 10],
    ])
    expect((await world.request('/api/footer')).body.stats).toMatchObject({ prompts: 3, contributors: 3 })
    const { contributor, prompts } = (await world.request('/api/users/importer')).body
    expect([contributor.prompts, prompts.total, prompts.items.length]).toEqual([1, 1, 1])
    expect(await findDrifts(world.db)).toEqual([])
  })

  it('counts for nobody if its author is unknown', async () => {
    await world.addPrompt({ userId: await world.addUser('bringer'), credit: 'member-a45e44c9' })
    expect(await rankingOf()).toEqual([])
    expect((await world.request('/api/authors/member-a45e44c9')).status).toBe(404)
    expect((await world.request('/api/footer')).body.stats).toMatchObject({ prompts: 1, contributors: 0 })
  })

  it('is never attributed to the member who has that name', async () => {
    await world.addPrompt({ userId: await world.addUser('ada'), title: 'By the member' })
    await world.addPrompt({ credit: 'Ada', title: 'By the name' })
    const member = (await world.request('/api/users/ada')).body
    const named = (await world.request('/api/authors/ada')).body
    expect(member.prompts.items.map(({ title }: { title: string }) => title)).toEqual(['By the member'])
    expect(named.prompts.items.map(({ title }: { title: string }) => title)).toEqual(['By the name'])
    expect([member.contributor.isMember, named.author.isMember]).toEqual([true, false])
    expect((await rankingOf()).toSorted()).toEqual([
      ['Ada', 'credited', 10],
      ['ada', 'member', 10],
    ])
  })

  it('adds its votes and copies to its author’s, in total and for the week and the month', async () => {
    const { id } = await world.addPrompt({ credit: 'grace' })
    const voter = await world.addUser('voter')
    await world.request('/api/votes', { method: 'POST', as: voter, json: { promptId: id, value: 1 } })
    await applyTallies(world.db, new Date())
    await refreshPeriods(world.db, new Date())
    expect(await rankingOf()).toEqual([['grace', 'credited', 12]])
    expect(await rankingOf('?period=week')).toEqual([['grace', 'credited', 12]])
    expect(await findDrifts(world.db)).toEqual([])
  })
})

describe('a credited author', () => {
  it('is found in any letter case, with their best prompts first, page by page', async () => {
    const ids: string[] = []
    for (let made = 0; made < 5; made++) ids.push((await world.addPrompt({ credit: 'Grace Hopper' })).id)
    const voter = await world.addUser('judge')
    await world.request('/api/votes', { method: 'POST', as: voter, json: { promptId: ids[1], value: 1 } })
    await applyTallies(world.db, new Date())
    const path = `/api/authors/${encodeURIComponent('grace HOPPER')}?limit=3`
    const first = (await world.request(path)).body
    const second = (await world.request(`${path}&cursor=${first.prompts.nextCursor}`)).body
    expect(first.author).toMatchObject({ username: 'Grace Hopper', isMember: false, prompts: 5, votes: 1, score: 52 })
    const listed = [...first.prompts.items, ...second.prompts.items].map(({ id }: { id: string }) => id)
    expect(listed).toEqual([ids[1], ids[4], ids[3], ids[2], ids[0]])
    expect([first.prompts.total, second.prompts.nextCursor]).toEqual([5, null])
  })

  it('is not found without a published prompt', async () => {
    const { id } = await world.addPrompt({ credit: 'linus' })
    await world.addPrompt({ credit: 'draftsman', status: 'draft' })
    expect((await world.request('/api/authors/linus')).status).toBe(200)
    const admin = await world.addUser('boss', 'admin')
    await world.request(`/api/prompts/${id}`, { method: 'DELETE', as: admin })
    for (const name of ['linus', 'draftsman', 'nobody'])
      expect((await world.request(`/api/authors/${name}`)).status).toBe(404)
  })

  it('is found by a search for people', async () => {
    await world.addPrompt({ credit: 'ersinkoc' })
    const { body } = await world.request('/api/search?q=ersink')
    expect(body.people).toMatchObject([{ username: 'ersinkoc', isMember: false, prompts: 1 }])
  })
})

describe('the site’s own account', () => {
  it('is ranked only if nobody else is', async () => {
    await world.addPrompt({ userId: siteAccountId })
    expect(await rankingOf()).toEqual([['promptarium', 'member', 10]])
    expect((await world.request('/api/footer')).body.stats.contributors).toBe(1)
    await world.addPrompt({ userId: siteAccountId, credit: 'grace' })
    expect(await rankingOf()).toEqual([['grace', 'credited', 10]])
    await refreshPeriods(world.db, new Date())
    expect(await rankingOf('?period=month')).toEqual([['grace', 'credited', 10]])
    const { body } = await world.request('/api/top-contributors?period=month')
    expect([body.total, (await world.request('/api/footer')).body.stats.contributors]).toEqual([1, 1])
  })
})

describe('prompts that an older version stored', () => {
  /**
   * Makes the database look as an older version left it: no credit has been read, and all prompts count for their
   * account.
   */
  async function forgetCredits() {
    const { rows } = await sql<{ id: string }>`
      update prompts set credited_ids = '{}', credit_version = 0 where credit is not null returning id`.execute(
      world.db,
    )
    await sql`truncate author_totals, credited_authors, author_claims`.execute(world.db)
    await sql`
      insert into author_totals (user_id, prompts) select user_id, count(*) from prompts where status = 'published'
      group by user_id`.execute(world.db)
    await sql`update prompt_counts set prompts = (select count(*) from author_totals) where scope = 'authors'`.execute(
      world.db,
    )
    return rows.length
  }

  it('count for their credited authors after the job has read the credits, and pages are invalidated', async () => {
    for (const credit of ['grace', 'grace,linus', 'a45e44c9', null]) await world.addPrompt({ credit })
    await world.addPrompt({ credit: 'draftsman', status: 'draft' })
    expect(await forgetCredits()).toBe(4)
    expect(await findDrifts(world.db)).toEqual([])
    expect(await rankingOf()).toEqual([['promptarium', 'member', 40]])
    const { version } = await readContentChanges(world.db, null)

    const renewed = await Promise.all([renewStored(world.db, creditRenewal), renewStored(world.db, creditRenewal)])
    expect(renewed[0] + renewed[1]).toBe(4)
    expect(await renewStored(world.db, creditRenewal)).toBe(0)
    expect(await findDrifts(world.db)).toEqual([])
    expect(await rankingOf()).toEqual([
      ['grace', 'credited', 20],
      ['linus', 'credited', 10],
    ])
    expect((await readContentChanges(world.db, version)).keys).toContain('everything')
  })

  it('are listed under their account until then', async () => {
    const { id } = await world.addPrompt({ credit: 'grace' })
    await forgetCredits()
    await sql`truncate prompt_authors`.execute(world.db)
    expect(await findDrifts(world.db)).toEqual([
      { what: `wrong places in the list of author ${siteAccountId}`, stored: 0, counted: 1 },
    ])
    await sql`select refill_prompt_authors()`.execute(world.db)
    expect(await findDrifts(world.db)).toEqual([])
    const { body } = await world.request('/api/users/promptarium')
    expect(body.prompts.items.map((prompt: { id: string }) => prompt.id)).toEqual([id])
  })
})
