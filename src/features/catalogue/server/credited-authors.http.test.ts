import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refreshPeriods } from '#features/contributors/server/refresh-periods.ts'
import { siteAccountId } from '#platform/actor.ts'
import { readContentChanges } from '#platform/database/content-changes.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { creditedNameRenewal } from './stored/prompt-renewals.ts'
import { findDrifts } from './stored/recount-queries.ts'
import { renewStored } from './stored/renew-stored.ts'
import { applyTallies } from './vote-tallies.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())
beforeEach(async () => {
  await sql`delete from prompts`.execute(testSite.db)
  await sql`truncate author_totals, author_days, prompt_counts, credited_authors, author_claims`.execute(testSite.db)
  await sql`insert into prompt_counts (scope, key, prompts) values ('authors', '', 0)`.execute(testSite.db)
})

type Ranked = { username: string; isMember: boolean; prompts: number; score: number }
async function rankingOf(query = '') {
  const { body } = await testSite.request(`/api/top-contributors${query}`)
  return body.items.map(({ username, isMember, prompts, score }: Ranked) => [
    username,
    isMember ? 'member' : 'credited',
    prompts,
    score,
  ])
}

describe('an imported prompt', () => {
  it('counts for each person in its credit, and not for the account that imported it', async () => {
    const importer = await testSite.addUser('importer')
    await testSite.addPrompt({ userId: importer, credit: 'Grace,linus' })
    await testSite.addPrompt({ userId: importer, credit: 'grace' })
    await testSite.addPrompt({ userId: importer })
    expect(await rankingOf()).toEqual([
      ['Grace', 'credited', 2, 0],
      ['linus', 'credited', 1, 0],
      ['importer', 'member', 1, 0],
    ])
    expect((await testSite.request('/api/footer')).body.stats).toMatchObject({ prompts: 3, contributors: 3 })
    const { contributor, prompts } = (await testSite.request('/api/users/importer')).body
    expect([contributor.prompts, prompts.total, prompts.items.length]).toEqual([1, 1, 1])
    expect(await findDrifts(testSite.db)).toEqual([])
  })

  it('counts for nobody if its credit is only an account id', async () => {
    await testSite.addPrompt({ userId: await testSite.addUser('bringer'), credit: 'member-a45e44c9' })
    expect(await rankingOf()).toEqual([])
    expect((await testSite.request('/api/authors/member-a45e44c9')).status).toBe(404)
    expect((await testSite.request('/api/footer')).body.stats).toMatchObject({ prompts: 1, contributors: 0 })
  })

  it('is never attributed to a member with the credited name', async () => {
    await testSite.addPrompt({ userId: await testSite.addUser('ada'), title: 'By the member' })
    await testSite.addPrompt({ credit: 'Ada', title: 'By the name' })
    const member = (await testSite.request('/api/users/ada')).body
    const creditedAuthor = (await testSite.request('/api/authors/ada')).body
    expect(member.prompts.items.map(({ title }: { title: string }) => title)).toEqual(['By the member'])
    expect(creditedAuthor.prompts.items.map(({ title }: { title: string }) => title)).toEqual(['By the name'])
    expect([member.contributor.isMember, creditedAuthor.author.isMember]).toEqual([true, false])
    expect((await rankingOf()).toSorted()).toEqual([
      ['Ada', 'credited', 1, 0],
      ['ada', 'member', 1, 0],
    ])
  })

  it('adds its votes to its author’s votes, both in total and for the week', async () => {
    const { id } = await testSite.addPrompt({ credit: 'grace' })
    const voter = await testSite.addUser('voter')
    await testSite.request('/api/votes', { method: 'POST', as: voter, json: { promptId: id, value: 1 } })
    await applyTallies(testSite.db, new Date())
    await refreshPeriods(testSite.db, new Date())
    expect(await rankingOf()).toEqual([['grace', 'credited', 1, 2]])
    expect(await rankingOf('?period=week')).toEqual([['grace', 'credited', 1, 2]])
    expect(await findDrifts(testSite.db)).toEqual([])
  })
})

describe('a credited author', () => {
  it('is found regardless of case, and their prompts are listed in pages, best first', async () => {
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.push((await testSite.addPrompt({ credit: 'Grace Hopper' })).id)
    const voter = await testSite.addUser('judge')
    await testSite.request('/api/votes', { method: 'POST', as: voter, json: { promptId: ids[1], value: 1 } })
    await applyTallies(testSite.db, new Date())
    for (const [place, copies] of [2, 0, 1].entries())
      await sql`update prompts set copies = ${copies} where id = ${ids[place]}`.execute(testSite.db)
    const path = `/api/authors/${encodeURIComponent('grace HOPPER')}?limit=3`
    const readBoth = async () => {
      const first = (await testSite.request(path)).body
      const second = (await testSite.request(`${path}&cursor=${first.prompts.nextCursor}`)).body
      const listedPlaces = [...first.prompts.items, ...second.prompts.items].map(({ id }: { id: string }) =>
        ids.indexOf(id),
      )
      return { first, second, listedPlaces }
    }
    const { first, second, listedPlaces } = await readBoth()
    expect(first.author).toMatchObject({ username: 'Grace Hopper', isMember: false, prompts: 5, votes: 1, score: 2 })
    expect(listedPlaces, 'by rating, copies and date').toEqual([1, 0, 2, 4, 3])
    expect([first.prompts.total, second.prompts.nextCursor]).toEqual([5, null])
    await sql`update author_totals set prompts = 1001`.execute(testSite.db)
    expect((await readBoth()).listedPlaces, 'with very many prompts by rating and date').toEqual([1, 4, 3, 2, 0])
  })

  it('is not found without a published prompt', async () => {
    const { id } = await testSite.addPrompt({ credit: 'linus' })
    await testSite.addPrompt({ credit: 'draftsman', status: 'draft' })
    expect((await testSite.request('/api/authors/linus')).status).toBe(200)
    const admin = await testSite.addUser('boss', 'admin')
    await testSite.request(`/api/prompts/${id}`, { method: 'DELETE', as: admin })
    for (const name of ['linus', 'draftsman', 'nobody'])
      expect((await testSite.request(`/api/authors/${name}`)).status).toBe(404)
  })

  it('is found by a search for people', async () => {
    await testSite.addPrompt({ credit: 'ersinkoc' })
    const { body } = await testSite.request('/api/search?q=ersink')
    expect(body.people).toMatchObject([{ username: 'ersinkoc', isMember: false, prompts: 1 }])
  })
})

describe('the site account', () => {
  it('is ranked only if nobody else is', async () => {
    await testSite.addPrompt({ userId: siteAccountId })
    expect(await rankingOf()).toEqual([['promptarium', 'member', 1, 0]])
    expect((await testSite.request('/api/footer')).body.stats.contributors).toBe(1)
    await testSite.addPrompt({ userId: siteAccountId, credit: 'grace' })
    expect(await rankingOf()).toEqual([['grace', 'credited', 1, 0]])
    await refreshPeriods(testSite.db, new Date())
    expect(await rankingOf('?period=month'), 'nobody has used a prompt').toEqual([])
    expect((await testSite.request('/api/footer')).body.stats.contributors).toBe(1)
  })
})

describe('prompts that an older release stored', () => {
  /**
   * Puts the database into the state in which an older release left it: no credit has been read, and all prompts count
   * for their account. Returns the number of prompts with a credit.
   */
  async function forgetCredits() {
    const { rows } = await sql<{ id: string }>`
      update prompts set credited_ids = '{}', credit_version = 0 where credit is not null returning id`.execute(
      testSite.db,
    )
    await sql`truncate author_totals, credited_authors, author_claims`.execute(testSite.db)
    await sql`
      insert into author_totals (user_id, prompts) select user_id, count(*) from prompts where status = 'published'
      group by user_id`.execute(testSite.db)
    await sql`update prompt_counts set prompts = (select count(*) from author_totals) where scope = 'authors'`.execute(
      testSite.db,
    )
    return rows.length
  }

  it('count for their credited authors once a renewal has read the credits, which invalidates cached pages', async () => {
    for (const credit of ['grace', 'grace,linus', 'a45e44c9', null]) await testSite.addPrompt({ credit })
    await testSite.addPrompt({ credit: 'draftsman', status: 'draft' })
    expect(await forgetCredits()).toBe(4)
    expect(await findDrifts(testSite.db)).toEqual([])
    expect(await rankingOf()).toEqual([['promptarium', 'member', 4, 0]])
    const { version } = await readContentChanges(testSite.db, null)

    const renewedCounts = await Promise.all([
      renewStored(testSite.db, creditedNameRenewal),
      renewStored(testSite.db, creditedNameRenewal),
    ])
    expect(renewedCounts[0] + renewedCounts[1]).toBe(4)
    expect(await renewStored(testSite.db, creditedNameRenewal)).toBe(0)
    expect(await findDrifts(testSite.db)).toEqual([])
    expect(await rankingOf()).toEqual([
      ['grace', 'credited', 2, 0],
      ['linus', 'credited', 1, 0],
    ])
    expect((await readContentChanges(testSite.db, version)).keys).toContain('everything')
  })

  it('are listed under their account until a renewal has read their credits', async () => {
    const { id } = await testSite.addPrompt({ credit: 'grace' })
    await forgetCredits()
    await sql`truncate prompt_authors`.execute(testSite.db)
    expect(await findDrifts(testSite.db)).toEqual([
      { what: `wrong places in the list of author ${siteAccountId}`, stored: 0, counted: 1 },
    ])
    await sql`select refill_prompt_authors()`.execute(testSite.db)
    expect(await findDrifts(testSite.db)).toEqual([])
    const { body } = await testSite.request('/api/users/promptarium')
    expect(body.prompts.items.map((prompt: { id: string }) => prompt.id)).toEqual([id])
  })
})
