import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyTallies } from '#features/catalogue/server/vote-tallies.ts'
import { newId } from '#platform/ids.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import type { VoteValue } from '../rules.ts'

let testSite: TestSite
let grace: string
let linus: string
beforeAll(async () => {
  testSite = await createTestSite()
  grace = await testSite.addUser('grace')
  linus = await testSite.addUser('linus')
})
afterAll(() => testSite.close())

const vote = (as: string | undefined, promptId: string, value: unknown) =>
  testSite.request('/api/votes', { as, method: 'POST', json: { promptId, value } })

describe('a vote', () => {
  const tallies = { 1: { up: 1, down: 0 }, 0: { up: 0, down: 0 }, [-1]: { up: 0, down: 1 } }
  const table = ([0, 1, -1] as const).flatMap((before) => ([1, 0, -1] as const).map((next) => [before, next] as const))

  describe('replaces the earlier vote', () => {
    it.each(table)('from %i to %i', async (before, next) => {
      const { id: promptId, slug } = await testSite.addPrompt()
      await vote(grace, promptId, before)
      const body = { promptId, value: next, votes: tallies[next] }
      for (const _ of ['once', 'and again']) {
        expect(await vote(grace, promptId, next)).toMatchObject({ status: 200, body })
      }
      const own = await testSite.request(`/api/votes?promptIds=${promptId}`, { as: grace })
      expect(own.body).toEqual({ votes: next === 0 ? {} : { [promptId]: next } })
      expect((await testSite.request(`/api/prompts/${slug}`)).body.votes).toEqual(tallies[next])
    })
  })

  it('counts once per member, and members see only their own votes', async () => {
    const { id, slug } = await testSite.addPrompt()
    await vote(grace, id, 1)
    expect((await vote(linus, slug, -1)).body).toEqual({ promptId: id, value: -1, votes: { up: 1, down: 1 } })
    const own = await testSite.request(`/api/votes?promptIds=${id},${newId()},nonsense`, { as: linus })
    expect(own.body).toEqual({ votes: { [id]: -1 } })
  })

  it('requires a member, a visible prompt of another author, and a valid value', async () => {
    const { id } = await testSite.addPrompt()
    const own = await testSite.addPrompt({ userId: grace })
    const draft = await testSite.addPrompt({ status: 'draft', userId: linus })
    const responses = [
      await vote(undefined, id, 1),
      await vote(grace, own.id, 1),
      await vote(grace, draft.id, 1),
      await vote(linus, draft.id, 1),
      await vote(grace, newId(), 1),
      await vote(grace, id, 5),
      await vote(grace, id, '1'),
      await testSite.request('/api/votes?promptIds=a'),
    ]
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual([
      [401, 'authentication_required'],
      [403, 'forbidden'],
      [404, 'not_found'],
      [404, 'not_found'],
      [404, 'not_found'],
      [400, 'validation_failed'],
      [400, 'validation_failed'],
      [401, 'authentication_required'],
    ])
  })

  it('can be requested for at most 100 prompts at a time', async () => {
    const ids = (count: number) => Array.from({ length: count }, () => newId()).join(',')
    expect((await testSite.request(`/api/votes?promptIds=${ids(100)}`, { as: grace })).body).toEqual({ votes: {} })
    expect((await testSite.request(`/api/votes?promptIds=${ids(101)}`, { as: grace })).status).toBe(400)
    expect((await testSite.request('/api/votes?promptIds=', { as: grace })).body).toEqual({ votes: {} })
  })
})

describe('votes decide', () => {
  const titles = async (path: string) =>
    (await testSite.request(path)).body.items.map(({ title }: { title: string }) => title)
  const castVotes = async (promptId: string, values: VoteValue[]) => {
    for (const value of values) await vote(await testSite.addUser(`voter_${newId().slice(-8)}`), promptId, value)
    await applyTallies(testSite.db, new Date())
  }

  it('which prompts are rated highest: those with the most certain approval, not the most votes', async () => {
    const tag = 'rated'
    const agreed = await testSite.addPrompt({ title: 'Agreed', tags: [tag] })
    const disputed = await testSite.addPrompt({ title: 'Disputed', tags: [tag] })
    const fewVotes = await testSite.addPrompt({ title: 'Few votes', tags: [tag] })
    await castVotes(agreed.id, [1, 1, 1, 1])
    await castVotes(disputed.id, [1, 1, 1, 1, 1, -1, -1, -1])
    await castVotes(fewVotes.id, [1])
    expect(await titles(`/api/prompts?sort=highest-rated&tag=${tag}`)).toEqual(['Agreed', 'Disputed', 'Few votes'])
  })

  it('part of an author’s score: 2 points for each net vote', async () => {
    const author = await testSite.addUser('author')
    const { id } = await testSite.addPrompt({ userId: author })
    await castVotes(id, [1, 1, -1])
    const { contributor } = (await testSite.request('/api/users/author')).body
    expect(contributor).toMatchObject({ prompts: 1, votes: 1, score: 2 })
  })
})
