import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePlanForAll } from '#features/credits/server/credit-context.ts'
import type { ChosenModel } from '#features/models/server/create-models.ts'
import type { Answer } from '#features/models/server/model-answer.ts'
import type { Member } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/db.ts'
import { type CompareSite, createCompareSite } from '#test/compare-site.ts'
import type { ComparisonContext } from './comparison-context.ts'
import { storeAnswer } from './store-answer.ts'

/** This site's fake models `steady` (OpenAI) and `writer` (Anthropic) answer every question. */
let testSite: CompareSite
let me: string
let moderator: string
let prompt: { id: string; slug: string }

beforeAll(async () => {
  testSite = await createCompareSite()
  moderator = await testSite.addUser('moderator', 'moderator')
})
beforeEach(async () => {
  me = await testSite.member()
  prompt = await testSite.addPrompt()
})
afterAll(() => testSite.close())

const pathOf = (id: string, rest = '') => `/api/comparisons/${id}${rest}`
const addComparison = async () => {
  const input = { content: undefined, promptId: prompt.id, models: ['steady', 'writer'] }
  const events = await (await testSite.compare(me, input)).events()
  return String(events[0]?.data.comparisonId)
}
const publish = (id: string, published = true) => testSite.post(pathOf(id, '/publish'), me, { published })
/** Returns how often `act` invalidates cached pages that show one of these ids. */
const countInvalidations = async (ids: string[], act: () => Promise<unknown>) => {
  const count = async () =>
    (await sql`select from content_changes where keys && ${ids}`.execute(testSite.db)).rows.length
  const before = await count()
  await act()
  return (await count()) - before
}

describe('cached pages are invalidated', () => {
  it('when a comparison is published or unpublished, or a published one changes, but not when a private one changes', async () => {
    // With another comparison of the same models, the prompt's tested vendors stay the same.
    await publish(await addComparison())
    const id = await addComparison()
    const ids = [id, prompt.id]
    const paste = (model: string) => testSite.post(pathOf(id, '/answers'), me, { model, text: 'Hello, Ada.' })
    expect(await countInvalidations(ids, () => paste('From elsewhere'))).toBe(0)
    for (const key of ids) {
      expect(await countInvalidations([key], () => publish(id))).toBe(1)
      expect(await countInvalidations([key], () => publish(id, false))).toBe(1)
    }
    await publish(id)
    expect(await countInvalidations([id], () => paste('Another'))).toBe(1)
    const rename = () => testSite.request(pathOf(id), { as: me, method: 'PATCH', json: { name: 'Two of them' } })
    expect(await countInvalidations([prompt.id], rename)).toBe(1)
  })

  it('when a moderator takes a comparison down or restores it', async () => {
    const id = await addComparison()
    await publish(id)
    const reporter = await testSite.member()
    await testSite.post('/api/reports', reporter, { comparisonId: id, reason: 'spam' })
    const { items } = (await testSite.request('/api/admin/reports', { as: moderator })).body
    const report = items.find((item: { comparison?: { id: string } }) => item.comparison?.id === id)
    const decide = (json: object) => testSite.post(`/api/admin/reports/${report.id}`, moderator, json)
    expect(await countInvalidations([id], () => decide({ action: 'remove', removedReason: 'It is rude.' }))).toBe(1)
    expect((await testSite.request(pathOf(id))).status).toBe(404)
    expect(await countInvalidations([id], () => decide({ action: 'reopen' }))).toBe(1)
    expect((await testSite.request(pathOf(id))).status).toBe(200)
  })
})

describe('a comparison that is published while a model is still writing', () => {
  const credits = { now: () => testSite.clock.time, planOf: freePlanForAll, limitsFirstGrants: false }
  const answer: Answer = {
    text: 'Good day, Ada.',
    tokens: { input: 3, output: 4, estimated: false },
    version: 'writer-2026-01-01',
    timeToFirstToken: 10,
    time: 90,
    cost: 0,
    spent: 0,
    ending: { kind: 'done', cut: false },
  }
  /**
   * Adds a comparison whose second model is still writing. Returns its id, and a function that stores the model's
   * answer.
   */
  const addUnfinishedComparison = async () => {
    const id = await addComparison()
    const [row] = await testSite.db
      .updateTable('comparisonAnswers')
      .set({ status: 'running', text: '', answeredAt: null })
      .where('comparisonId', '=', id)
      .where('model', '=', 'writer')
      .returning('place')
      .execute()
    const model = {
      id: 'writer',
      name: 'Writer',
      vendor: 'anthropic',
      price: 0,
      ownKey: false,
    } as unknown as ChosenModel
    const participant = { model, place: row?.place ?? -1, name: 'writer' }
    const member = { kind: 'user', id: me } as Member
    const run = { member, id, participants: [participant], isBlind: false }
    const context = { now: () => testSite.clock.time, credits } as ComparisonContext
    const store = () => inTransaction(testSite.db, (tx) => storeAnswer(tx, context, run, { participant, answer }))
    return { id, store }
  }
  const drawKeyOf = async (id: string) => {
    const rows = testSite.db.selectFrom('comparisons').select('drawKey').where('id', '=', id)
    return (await rows.executeTakeFirstOrThrow()).drawKey
  }
  const testedWith = async () => (await testSite.request(`/api/prompts/${prompt.id}`)).body.testedWith

  it('updates tested vendors and blind rounds when the model has answered, and invalidates cached pages', async () => {
    const { id, store } = await addUnfinishedComparison()
    expect((await publish(id)).status).toBe(200)
    expect([await drawKeyOf(id), await testedWith()]).toEqual([null, ['openai']])
    expect((await testSite.read(id)).answers.find(({ model }: { model: string }) => model === 'writer').status).toBe(
      'running',
    )
    expect(await countInvalidations([id], store)).toBe(1)
    expect([await drawKeyOf(id), await testedWith()]).toEqual([expect.any(Number), ['anthropic', 'openai']])
  })

  it('has the same result if the answer is stored while the comparison is being published', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      const { id, store } = await addUnfinishedComparison()
      const [, published] = await Promise.all([store(), publish(id)])
      expect([published.status, await drawKeyOf(id)]).toEqual([200, expect.any(Number)])
    }
    expect(await testedWith()).toEqual(['anthropic', 'openai'])
  })

  it('invalidates no cached pages before it is published', async () => {
    const { id, store } = await addUnfinishedComparison()
    expect(await countInvalidations([id, prompt.id], store)).toBe(0)
  })
})
