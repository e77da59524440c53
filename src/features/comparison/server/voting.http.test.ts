import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#platform/database/db.ts'
import { collect } from '#test/collect.ts'
import { type CompareSite, comparisonIdIn, createCompareSite } from '#test/compare-site.ts'
import { holdMs } from '../rules.ts'
import { eraseComparisons } from './delete-comparisons.ts'
import { exportComparisons } from './export-comparisons.ts'
import { refreshLeaderboards } from './refresh-leaderboards.ts'

/**
 * This site's fake models are named after what they do: `steady` and `writer` answer, `cut` and `faulty` fail. They
 * report versions such as `steady-2026-01-01`. The site's clock stands at 2026-11-20 12:00 UTC until a test moves it.
 */
let testSite: CompareSite
let me: string

beforeAll(async () => {
  testSite = await createCompareSite()
})
beforeEach(async () => {
  me = await testSite.member()
})
afterAll(() => testSite.close())

const pathOf = (id: string, rest = '') => `/api/comparisons/${id}${rest}`
const addComparison = async (input: object = {}, as = me) =>
  comparisonIdIn(await (await testSite.compare(as, { models: ['steady', 'writer'], ...input })).events())
const vote = (id: string, as: string, json: object) => testSite.post(pathOf(id, '/vote'), as, json)
/** Returns the letter that stands for a model. */
const letterOf = async (id: string, model: string) => {
  const [row] = await testSite.db
    .selectFrom('comparisonAnswers')
    .select('place')
    .where('comparisonId', '=', id)
    .where('model', '=', model)
    .execute()
  return 'ABCDE'[row?.place ?? 0] as string
}

describe('a stored comparison', () => {
  it('is visible only to its owner until it is shared or published', async () => {
    const prompt = await testSite.addPrompt()
    const id = await addComparison({ content: undefined, promptId: prompt.id })
    const other = await testSite.member()
    const statusFor = async (as?: string) => (await testSite.request(pathOf(id), { as })).status
    expect([await statusFor(me), await statusFor(other), await statusFor()]).toEqual([200, 404, 404])
    expect((await testSite.post(pathOf(id, '/share'), other)).status).toBe(404)
    await testSite.post(pathOf(id, '/share'), me)
    expect([await statusFor(other), await statusFor()]).toEqual([200, 200])
    await testSite.post(pathOf(id, '/share'), me, { shared: false })
    expect(await statusFor()).toBe(404)
    expect((await testSite.post(pathOf(id, '/publish'), me)).body).toMatchObject({ published: true, shared: false })
    expect([await statusFor(), (await testSite.request(pathOf('nonsense'))).status]).toEqual([200, 404])
  })

  it('is listed on the prompt’s page once it is published, and its answers have dates and model versions', async () => {
    const prompt = await testSite.addPrompt()
    const id = await addComparison({ content: undefined, promptId: prompt.id })
    const listPublished = async () => (await testSite.request(`/api/prompts/${prompt.slug}/comparisons`)).body
    expect((await listPublished()).total).toBe(0)
    await testSite.post(pathOf(id, '/publish'), me)
    await testSite.post(pathOf(id, '/publish'), me)
    expect(await listPublished()).toMatchObject({ total: 1, items: [{ id, published: true }] })
    expect((await testSite.read(id)).answers[0]).toMatchObject({
      version: expect.stringContaining('-2026-01-01'),
      answeredAt: '2026-11-20T12:00:00.000Z',
    })
    await testSite.post(pathOf(id, '/publish'), me, { published: false })
    expect((await listPublished()).total).toBe(0)
  })

  it('can’t be published without a prompt or without a complete answer', async () => {
    expect((await testSite.post(pathOf(await addComparison(), '/publish'), me)).body).toMatchObject({
      code: 'conflict',
    })
    const prompt = await testSite.addPrompt()
    const failed = await addComparison({ content: undefined, promptId: prompt.id, models: ['cut', 'faulty'] })
    expect((await testSite.post(pathOf(failed, '/publish'), me)).body).toMatchObject({ code: 'conflict' })
  })

  it('can be named and deleted only by its owner', async () => {
    const id = await addComparison()
    const other = await testSite.member()
    const name = (as: string, json: object) => testSite.request(pathOf(id), { method: 'PATCH', as, json })
    expect((await name(me, { name: 'Two letters' })).body.name).toBe('Two letters')
    expect((await name(other, { name: 'Mine' })).status).toBe(404)
    expect((await testSite.request(pathOf(id), { method: 'DELETE', as: other })).status).toBe(404)
    expect((await testSite.request(pathOf(id), { method: 'DELETE', as: me })).status).toBe(204)
    expect((await testSite.request('/api/user/comparisons', { as: me })).body).toMatchObject({ items: [], total: 0 })
  })
})

describe('a blind comparison', () => {
  it('shows no names, in its events or afterwards, until its owner has voted', async () => {
    const events = await (await testSite.compare(me, { models: ['steady', 'writer'], blind: true })).events()
    const id = comparisonIdIn(events)
    const before = await testSite.read(id, me)
    expect(new Set(events.flatMap(({ data }) => (data.model ? [data.model] : [])))).toEqual(new Set(['A', 'B']))
    expect(before).toMatchObject({
      hidden: true,
      votes: [],
      answers: [{ model: 'A', vendor: null, time: null }, { model: 'B' }],
    })
    const list = (await testSite.request('/api/user/comparisons', { as: me })).body
    for (const word of ['steady', 'writer', 'openai', 'anthropic', '2026-01-01'])
      expect(JSON.stringify([events, before, list])).not.toContain(word)
    const prices = events.filter(({ event }) => event === 'start').map(({ data }) => data.price)
    expect(prices).toEqual([null, null])

    const { body } = await vote(id, me, { outcome: await letterOf(id, 'writer'), blind: true })
    expect(body).toMatchObject({ hidden: false, ownVote: { outcome: 'writer', counts: true } })
    expect(body.votes).toContainEqual({ outcome: 'writer', votes: 1, blind: 1 })
    expect(body.answers.map(({ model }: { model: string }) => model).sort()).toEqual(['steady', 'writer'])
  })

  it('counts only the first vote, because voting reveals the names', async () => {
    const id = await addComparison({ blind: true })
    await vote(id, me, { outcome: 'tie' })
    expect((await vote(id, me, { outcome: 'tie' })).body.ownVote).toEqual({ outcome: 'tie', counts: true, note: null })
    expect((await vote(id, me, { outcome: 'none' })).body.ownVote).toEqual({
      outcome: 'none',
      counts: false,
      note: null,
    })
  })

  it('still counts a vote to which only a note is added', async () => {
    const id = await addComparison({ blind: true })
    await vote(id, me, { outcome: 'tie' })
    const { body } = await vote(id, me, { outcome: 'tie', note: 'Both fine' })
    expect(body.ownVote).toEqual({ outcome: 'tie', counts: true, note: 'Both fine' })
  })
})

describe('a comparison', () => {
  it('shows how many votes, and how many blind votes, each possible outcome has', async () => {
    const id = await addComparison({ models: ['steady', 'writer', 'cut'] })
    await testSite.post(pathOf(id, '/share'), me)
    const steadyLetter = await letterOf(id, 'steady')
    await vote(id, await testSite.member(), { outcome: steadyLetter, blind: true })
    await vote(id, await testSite.member(), { outcome: 'steady' })
    const { body } = await vote(id, await testSite.member(), { outcome: 'tie', blind: true })
    expect(body.votes).toHaveLength(4)
    expect(body.votes).toEqual(
      expect.arrayContaining([
        { outcome: 'steady', votes: 2, blind: 1 },
        { outcome: 'writer', votes: 0, blind: 0 },
        { outcome: 'tie', votes: 1, blind: 1 },
        { outcome: 'none', votes: 0, blind: 0 },
      ]),
    )
  })

  it('counts blind votes of others once it is shared, but not those of an owner who saw the names', async () => {
    const id = await addComparison()
    await testSite.post(pathOf(id, '/share'), me)
    const other = await testSite.member()
    const hidden = await testSite.read(id, other, '?blind=true')
    expect(hidden).toMatchObject({ hidden: true, answers: [{ model: 'A' }, { model: 'B' }] })
    expect((await vote(id, other, { outcome: 'steady', blind: true })).status).toBe(400)
    const letter = await letterOf(id, 'steady')
    expect((await vote(id, other, { outcome: letter, blind: true })).body.ownVote).toEqual({
      outcome: 'steady',
      counts: true,
      note: null,
    })
    expect((await vote(id, me, { outcome: letter, blind: true })).body.ownVote).toEqual({
      outcome: 'steady',
      counts: false,
      note: null,
    })
    expect((await vote(id, await testSite.member(), { outcome: 'writer' })).body.ownVote).toEqual({
      outcome: 'writer',
      counts: false,
      note: null,
    })
  })

  it('accepts votes only from members who may see it, and only with two complete answers', async () => {
    const id = await addComparison({ models: ['steady', 'cut'] })
    expect((await testSite.post(pathOf(id, '/vote'), undefined, { outcome: 'tie' })).status).toBe(401)
    expect((await vote(id, await testSite.member(), { outcome: 'tie' })).status).toBe(404)
    expect((await vote(id, me, { outcome: 'steady' })).body.code).toBe('conflict')
  })
})

describe('a vote', () => {
  it('is refused while an answer is being written, because it would later count for an unseen answer', async () => {
    const id = await addComparison({ blind: true })
    const setStatus = (status: 'running' | 'done') =>
      testSite.db
        .updateTable('comparisonAnswers')
        .set({ status })
        .where('comparisonId', '=', id)
        .where('model', '=', 'late')
        .execute()
    const [answer] = await testSite.db
      .selectFrom('comparisonAnswers')
      .selectAll()
      .where('comparisonId', '=', id)
      .where('model', '=', 'steady')
      .execute()
    await testSite.db
      .insertInto('comparisonAnswers')
      .values({ ...answer, model: 'late', place: 2, tokens: null } as never)
      .execute()
    await setStatus('running')
    const outcome = await letterOf(id, 'steady')
    expect((await vote(id, me, { outcome, blind: true })).body).toMatchObject({ code: 'conflict' })
    const started = testSite.clock.time
    // Its process was killed, and no retry came.
    testSite.clock.time = new Date(started.getTime() + holdMs + 1)
    expect((await vote(id, me, { outcome, blind: true })).body.ownVote).toMatchObject({ outcome: 'steady' })
    testSite.clock.time = started
  })
})

describe('a pasted answer', () => {
  it('can’t have a name under which votes for no answer are stored', async () => {
    const id = await addComparison()
    for (const model of ['tie', ' none ']) {
      expect((await testSite.post(pathOf(id, '/answers'), me, { model, text: 'x' })).status).toBe(400)
      const pasted = [{ model, text: 'x' }]
      expect((await testSite.post('/api/comparisons', me, { content: 'Hi', models: ['steady'], pasted })).status).toBe(
        400,
      )
    }
    expect((await testSite.post(pathOf(id, '/answers'), me, { model: 'Tie', text: 'x' })).status).toBe(200)
  })

  it('is marked, and its vendor isn’t added to those that the prompt was tested with', async () => {
    const prompt = await testSite.addPrompt()
    const id = await addComparison({ content: undefined, promptId: prompt.id, models: ['composer', 'checker'] })
    const { body } = await testSite.post(pathOf(id, '/answers'), me, {
      model: 'GPT by hand',
      vendor: 'openai',
      text: 'From\u202E elsewhere',
    })
    expect(body.answers.at(-1)).toMatchObject({
      model: 'GPT by hand',
      vendor: 'openai',
      text: 'From elsewhere',
      pasted: true,
      price: 0,
    })
    await testSite.post(pathOf(id, '/publish'), me)
    expect((await testSite.request(`/api/prompts/${prompt.slug}`)).body.testedWith).toEqual([])
    expect((await testSite.post(pathOf(id, '/answers'), me, { model: 'GPT by hand', text: 'x' })).body.code).toBe(
      'conflict',
    )
    expect(
      (await testSite.post(pathOf(id, '/answers'), await testSite.member(), { model: 'x', text: 'x' })).status,
    ).toBe(404)
  })
})

describe('a vote on pasted answers', () => {
  const pasted = [
    { model: 'ChatGPT', vendor: 'openai', text: 'One answer' },
    { model: 'Claude', vendor: 'anthropic', text: 'Another' },
  ]

  it('is stored with its note, which only the voter sees and may change or remove', async () => {
    const id = await addComparison({ models: [], pasted })
    const { body } = await vote(id, me, { outcome: 'Claude', note: '  Shorter\u202E, and right ' })
    expect(body.ownVote).toEqual({ outcome: 'Claude', counts: false, note: 'Shorter, and right' })
    expect(body.votes).toContainEqual({ outcome: 'Claude', votes: 1, blind: 0 })
    await testSite.post(pathOf(id, '/share'), me)
    expect(await testSite.read(id)).toMatchObject({ ownVote: null })
    expect(JSON.stringify(await testSite.read(id, await testSite.member()))).not.toContain('Shorter')
    expect((await vote(id, me, { outcome: 'ChatGPT' })).body.ownVote.note).toBe('Shorter, and right')
    expect((await vote(id, me, { outcome: 'ChatGPT', note: '' })).body.ownVote.note).toBeNull()
    expect((await vote(id, me, { outcome: 'Gemini' })).status).toBe(400)
  })

  it('never counts, even if it is blind or a tie, or if the comparison also has answers by models', async () => {
    for (const models of [[], ['steady']]) {
      const id = await addComparison({ models, pasted })
      await testSite.post(pathOf(id, '/share'), me)
      const { body } = await vote(id, await testSite.member(), { outcome: 'tie', blind: true })
      expect(body.ownVote.counts).toBe(false)
    }
    const mixed = await addComparison({ pasted, blind: true })
    expect((await vote(mixed, me, { outcome: 'Claude', blind: true })).body.ownVote).toEqual({
      outcome: 'Claude',
      counts: false,
      note: null,
    })
  })

  it('goes to the answer with the chosen name, even if the name looks like the letter of another answer', async () => {
    const id = await addComparison({ pasted: [{ model: 'A', text: 'Hello' }] })
    expect((await vote(id, me, { outcome: 'A' })).body.ownVote.outcome).toBe('A')
    expect((await vote(id, me, { outcome: 'B' })).body.ownVote.outcome).toMatch(/steady|writer/)
  })
})

describe('the vendors that a prompt was tested with', () => {
  it('are the vendors whose models answered in published comparisons', async () => {
    const prompt = await testSite.addPrompt()
    const id = await addComparison({
      content: undefined,
      promptId: prompt.id,
      models: ['steady', 'writer', 'checker', 'faulty'],
    })
    const readPrompt = async () => (await testSite.request(`/api/prompts/${prompt.slug}`)).body
    expect((await readPrompt()).testedWith).toEqual([])
    await testSite.post(pathOf(id, '/publish'), me)
    expect(await readPrompt()).toMatchObject({ testedWith: ['anthropic', 'openai'], worksBestWith: null })
    await testSite.request(pathOf(id), { method: 'DELETE', as: me })
    expect((await readPrompt()).testedWith).toEqual([])
  })

  it('include one for “works best with” only after enough blind votes', async () => {
    const prompt = await testSite.addPrompt()
    const id = await addComparison({ content: undefined, promptId: prompt.id })
    await testSite.post(pathOf(id, '/publish'), me)
    const letter = await letterOf(id, 'writer')
    const readWorksBestWith = async () => (await testSite.request(`/api/prompts/${prompt.slug}`)).body.worksBestWith
    for (let i = 0; i < 4; i++) await vote(id, await testSite.member(), { outcome: letter, blind: true })
    expect(await readWorksBestWith()).toBeNull()
    const fifth = await testSite.member()
    await vote(id, fifth, { outcome: letter, blind: true })
    expect(await readWorksBestWith()).toBe('anthropic')
    await vote(id, fifth, { outcome: 'none' })
    expect(await readWorksBestWith()).toBeNull()
  })

  it('include the right one for “works best with” after many concurrent votes', async () => {
    const prompt = await testSite.addPrompt()
    const id = await addComparison({ content: undefined, promptId: prompt.id })
    await testSite.post(pathOf(id, '/publish'), me)
    const letter = await letterOf(id, 'steady')
    const voters = await Promise.all(Array.from({ length: 8 }, () => testSite.member()))
    await Promise.all(voters.map((voter) => vote(id, voter, { outcome: letter, blind: true })))
    expect((await testSite.request(`/api/prompts/${prompt.slug}`)).body.worksBestWith).toBe('openai')
  })
})

describe('the leaderboard', () => {
  /** Moves the clock past the time for which leaderboards are cached, and reads one. */
  const readLeaderboard = async (query = '') => {
    testSite.clock.time = new Date(testSite.clock.time.getTime() + 61_000)
    return (await testSite.request(`/api/leaderboard${query}`)).body
  }
  type RankedModel = { model: string; rating: number | null; low: number; high: number }

  it('rates by counted votes, per category and prompt, and gives no rating without enough votes', async () => {
    await testSite.db.deleteFrom('comparisonVotes').execute()
    const prompt = await testSite.addPrompt({ category: 'research' })
    const id = await addComparison({ content: undefined, promptId: prompt.id })
    await testSite.post(pathOf(id, '/publish'), me)
    const letter = await letterOf(id, 'writer')
    const query = `?promptId=${prompt.slug}&category=research`
    for (let i = 0; i < 9; i++) await vote(id, await testSite.member(), { outcome: letter, blind: true })
    await vote(id, await testSite.member(), { outcome: 'writer' })
    expect(await readLeaderboard(query)).toMatchObject({
      votes: 9,
      ratedVotesMin: 10,
      models: [{ rating: null, votes: 9 }, { rating: null }],
    })
    // `rated` says whether any model has a rating, so that the menus link to the leaderboard.
    expect((await testSite.request('/api/footer')).body.rated).toBe(false)
    await vote(id, await testSite.member(), { outcome: 'tie', blind: true })
    const { models, votes } = await readLeaderboard(query)
    const [first, second] = models as RankedModel[]
    expect([votes, first?.model, second?.model]).toEqual([10, 'writer', 'steady'])
    expect(first?.rating).toBeGreaterThan(second?.rating ?? 0)
    expect(first?.low).toBeLessThanOrEqual(first?.rating ?? 0)
    expect(models[0]).toMatchObject({ vendor: 'anthropic', medianPrice: 3, medianTime: expect.any(Number) })
    expect((await testSite.request('/api/footer')).body.rated).toBe(true)
    expect(await readLeaderboard('?category=creative')).toMatchObject({ models: [], votes: 0, ratedVotesMin: 10 })
    expect((await testSite.request('/api/leaderboard?category=nonsense')).status).toBe(404)
  })

  it('names the categories in which a model is better than average, and none without enough votes', async () => {
    await testSite.db.deleteFrom('comparisonVotes').execute()
    const prompt = await testSite.addPrompt({ category: 'technical' })
    const id = await addComparison({ content: undefined, promptId: prompt.id })
    await testSite.post(pathOf(id, '/publish'), me)
    const letter = await letterOf(id, 'writer')
    for (let i = 0; i < 9; i++) await vote(id, await testSite.member(), { outcome: letter, blind: true })
    await refreshLeaderboards(testSite.db, testSite.clock.time)
    expect((await readLeaderboard()).strengths).toEqual([])
    for (let i = 0; i < 5; i++) await vote(id, await testSite.member(), { outcome: letter, blind: true })
    await refreshLeaderboards(testSite.db, testSite.clock.time)
    const category = { name: 'Technical', slug: 'technical' }
    expect((await readLeaderboard()).strengths).toEqual([{ model: 'writer', category, votes: 14 }])
    expect((await readLeaderboard('?category=technical')).strengths).toBeUndefined()
    await testSite.db.deleteFrom('comparisonVotes').execute()
    await refreshLeaderboards(testSite.db, testSite.clock.time)
    expect((await readLeaderboard()).strengths).toEqual([])
  })

  it('is stored by a job, and shows new votes after the job’s next run', async () => {
    await testSite.db.deleteFrom('comparisonVotes').execute()
    const prompt = await testSite.addPrompt({ category: 'analysis' })
    const id = await addComparison({ content: undefined, promptId: prompt.id })
    await testSite.post(pathOf(id, '/publish'), me)
    const letter = await letterOf(id, 'writer')
    const countVotes = async () => [
      (await readLeaderboard()).votes,
      (await readLeaderboard('?category=analysis')).votes,
    ]
    for (const votes of [1, 2]) {
      await vote(id, await testSite.member(), { outcome: letter, blind: true })
      if (votes === 2) expect(await countVotes()).toEqual([1, 1])
      await refreshLeaderboards(testSite.db, testSite.clock.time)
      expect(await countVotes()).toEqual([votes, votes])
    }
    const readStored = () => testSite.db.selectFrom('leaderboards').select('computedAt').orderBy('scope').execute()
    const before = await readStored()
    // One is for the whole site, and one for the category.
    expect(before).toHaveLength(2)
    await refreshLeaderboards(testSite.db, testSite.clock.time)
    expect(await readStored()).toEqual(before)
    await testSite.db.deleteFrom('comparisonVotes').execute()
    await refreshLeaderboards(testSite.db, testSite.clock.time)
    expect([await readStored(), (await readLeaderboard()).votes]).toEqual([[expect.anything()], 0])
  })

  it('leaves out the built-in engines, which are not language models', async () => {
    const prompt = await testSite.addPrompt()
    const models = ['composer', 'checker', 'steady', 'writer']
    const id = await addComparison({ content: undefined, promptId: prompt.id, models })
    await testSite.post(pathOf(id, '/publish'), me)
    await vote(id, await testSite.member(), { outcome: 'tie', blind: true })
    const board = await readLeaderboard(`?promptId=${prompt.slug}`)
    expect(board.votes).toBe(1)
    expect(board.models.map(({ model }: RankedModel) => model).toSorted()).toEqual(['steady', 'writer'])
  })
})

it('erasing an account deletes its comparisons, its votes and the votes on its comparisons', async () => {
  const prompt = await testSite.addPrompt()
  const mine = await addComparison({ content: undefined, promptId: prompt.id })
  await testSite.post(pathOf(mine, '/publish'), me)
  const other = await testSite.member()
  const theirs = await addComparison({}, other)
  await testSite.post(pathOf(theirs, '/share'), other)
  await vote(theirs, me, { outcome: 'tie', blind: true })
  await vote(mine, other, { outcome: 'tie', blind: true })
  const exportOf = async (id: string) => {
    const { comparisons, votes } = await exportComparisons(testSite.db, id)
    return { comparisons: await collect(comparisons), votes }
  }
  expect(await exportOf(me)).toMatchObject({
    comparisons: [{ id: mine, answers: { length: 2 } }],
    votes: [{ comparisonId: theirs }],
  })
  await inTransaction(testSite.db, (tx) => eraseComparisons(tx, me))
  expect(await exportOf(me)).toEqual({ comparisons: [], votes: [] })
  expect((await exportOf(other)).votes).toEqual([])
  expect((await testSite.request(`/api/prompts/${prompt.slug}`)).body.testedWith).toEqual([])
})
