import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#platform/database/db.ts'
import { hooks } from '#server/hooks.ts'
import { type CompareSite, createCompareSite } from '#test/compare-site.ts'
import { renewResults } from './renew-results.ts'
import { listRecentResults } from './result-queries.ts'
import { addWorkedExamples } from './store-worked-examples.ts'

/** This site's fake models `steady` (OpenAI) and `writer` (Anthropic) answer every question. */
let testSite: CompareSite
let me: string
let author: string
let prompt: { id: string; slug: string }
beforeAll(async () => {
  testSite = await createCompareSite()
})
beforeEach(async () => {
  me = await testSite.member()
  author = await testSite.member()
  const json = { title: 'Say hello', content: 'Say hello to {{name}}.', category: 'general' }
  prompt = (await testSite.post('/api/prompts', author, json)).body
})
afterAll(() => testSite.close())

const onCard = async () => (await testSite.request(`/api/prompts/${prompt.id}`)).body.result
const onPage = async () => (await testSite.request(`/api/prompts/${prompt.slug}/results`)).body
const publish = (id: string, published = true) => testSite.post(`/api/comparisons/${id}/publish`, me, { published })
const compare = async (json: object = {}) => {
  const input = { content: undefined, promptId: prompt.id, models: ['steady', 'writer'], ...json }
  const events = await (await testSite.compare(me, input)).events()
  return String(events[0]?.data.comparisonId)
}
const pasted = [
  { model: 'Chat A', vendor: 'openai', text: '# Hello\n\nGood day, **Ada**.' },
  { model: 'Chat B', text: 'Hi, Ada.' },
]
const addExample = (text: string) =>
  testSite.post(`/api/prompts/${prompt.id}/examples`, me, {
    ...{ model: 'Llama 4', madeOn: '2026-11-19', settings: '', pictures: [], text },
  })
const addWorked = () =>
  inTransaction(testSite.db, (tx) =>
    addWorkedExamples(tx, [
      { promptId: prompt.id, filled: { name: 'Ada' }, text: 'Hello, Ada.', writtenOn: '2026-11-29' },
    ]),
  )

describe('beside a prompt is', () => {
  it('nothing at first, also not an answer in a comparison that isn’t published', async () => {
    await compare()
    expect(await onCard()).toBeNull()
    expect(await onPage()).toEqual({ results: [], workedExample: null })
  })

  it('an answer of a published comparison, with model, day and a link to the whole, until it is unpublished', async () => {
    const id = await compare()
    await publish(id)
    const model = expect.stringMatching(/steady|writer/)
    const result = { source: 'comparison', model, picture: null, madeAt: testSite.clock.time.toISOString() }
    expect(await onCard()).toMatchObject(result)
    expect((await onCard()).text).not.toBe('')
    expect((await onPage()).results).toMatchObject([{ ...result, user: null, path: `/compare/${id}` }])
    await publish(id, false)
    expect(await onCard()).toBeNull()
  })

  it('a pasted answer, which is called that and never counts as tested', async () => {
    const id = await compare({ models: [], pasted })
    expect((await publish(id)).status).toBe(200)
    expect(await onCard()).toMatchObject({ source: 'pasted', model: 'Chat A', text: 'Hello\nGood day, Ada.' })
    expect((await testSite.request(`/api/prompts/${prompt.id}`)).body.testedWith).toEqual([])
    const board = await testSite.request(`/api/leaderboard?promptId=${prompt.id}`)
    expect(board.body.models).toEqual([])
    await testSite.request(`/api/comparisons/${id}`, { as: me, method: 'DELETE' })
    expect(await onCard()).toBeNull()
  })

  it('a member’s example, with the member’s name on the page, until it is deleted', async () => {
    const { body } = await addExample('Good morning, dear Ada, and welcome.')
    expect(await onCard()).toMatchObject({ source: 'example', model: 'Llama 4', madeAt: '2026-11-19T00:00:00.000Z' })
    const [result] = (await onPage()).results
    expect(result).toMatchObject({ user: body.user, path: `/prompt/${prompt.slug}#examples` })
    await testSite.request(`/api/examples/${body.id}`, { as: me, method: 'DELETE' })
    expect(await onCard()).toBeNull()
  })

  it('the newest of them, before the editors’ worked example', async () => {
    await addWorked()
    expect(await onCard()).toMatchObject({ source: 'editors', model: null, text: 'Hello, Ada.' })
    await addExample('Good morning, dear Ada, and welcome.')
    expect((await onCard()).source).toBe('example')
    const id = await compare()
    await publish(id)
    expect((await onCard()).source).toBe('comparison')
    const { results, workedExample } = await onPage()
    expect(results.map(({ source }: { source: string }) => source)).toEqual(['comparison', 'example', 'editors'])
    expect(workedExample).toMatchObject({ filled: [{ name: 'name', value: 'Ada' }], text: 'Hello, Ada.' })
  })

  it('no worked example of another text', async () => {
    await addWorked()
    const change = (content: string) =>
      testSite.request(`/api/prompts/${prompt.id}`, { as: author, method: 'PATCH', json: { content } })
    await change('Say goodbye to {{name}}.')
    expect(await onCard()).toBeNull()
    await change('Say hello to {{name}}.')
    expect((await onCard()).source).toBe('editors')
  })

  it('the first complete answer of its newest test, preferably one that passed', async () => {
    const draft = { reason: 'Answers', values: { name: 'Ada' }, checks: [{ kind: 'contains', text: 'writer' }] }
    await testSite.post(`/api/prompts/${prompt.id}/tests/cases`, author, draft)
    const run = await testSite.stream(`/api/prompts/${prompt.id}/tests/runs`, {
      as: author,
      json: { models: ['steady', 'writer'] },
    })
    const events = await run.events()
    const passed = events.find(({ event, data }) => event === 'done' && data.passed)
    expect(await onCard()).toMatchObject({ source: 'test', model: passed?.data.model ?? 'steady' })
    const { path } = (await onPage()).results[0]
    expect(path).toMatch(new RegExp(`^/prompt/${prompt.slug}/tests\\?run=`))
  })
})

describe('what isn’t public is beside nothing', () => {
  it('if a moderator takes the comparison down', async () => {
    const moderator = await testSite.addUser('taker', 'moderator')
    const id = await compare()
    await publish(id)
    await testSite.post('/api/reports', author, { comparisonId: id, reason: 'spam' })
    const { items } = (await testSite.request('/api/admin/reports', { as: moderator })).body
    const report = items.find((item: { comparison?: { id: string } }) => item.comparison?.id === id)
    const decide = (json: object) => testSite.post(`/api/admin/reports/${report.id}`, moderator, json)
    await decide({ action: 'remove', removedReason: 'It is rude.' })
    expect(await onCard()).toBeNull()
    await decide({ action: 'reopen' })
    expect((await onCard()).source).toBe('comparison')
  })

  it('if its author’s account is deleted', async () => {
    await addExample('Good morning, dear Ada, and welcome.')
    await publish(await compare())
    await inTransaction(testSite.db, async (tx) => {
      for (const erase of hooks.onAccountDeleted) await erase(tx, me, { prompts: 'delete' })
    })
    expect(await onPage()).toEqual({ results: [], workedExample: null })
  })

  it('if the prompt was removed and comes back with another text', async () => {
    const moderator = await testSite.addUser('remover', 'moderator')
    await publish(await compare())
    const decide = (json: object) =>
      testSite.request(`/api/admin/prompts/${prompt.id}`, { as: moderator, method: 'PATCH', json })
    await decide({ status: 'removed', removedReason: 'Rude.' })
    expect((await testSite.request(`/api/prompts/${prompt.slug}/results`)).status).toBe(404)
    expect(await listRecentResults(testSite.db, 100)).not.toContainEqual(expect.objectContaining({ id: prompt.id }))
    await testSite.request(`/api/prompts/${prompt.id}`, {
      as: moderator,
      method: 'PATCH',
      json: { content: 'Say good day to {{name}}.' },
    })
    await decide({ status: 'published' })
    expect(await onCard()).toBeNull()
  })
})

it('results of comparisons and tests from before there were results are stored later', async () => {
  await publish(await compare())
  const before = await onCard()
  await testSite.db.deleteFrom('results').execute()
  expect(await onCard()).toBeNull()
  await renewResults(testSite.db)
  expect(await onCard()).toEqual(before)
})

it('recent results are of different prompts, newest first, without worked examples', async () => {
  await addWorked()
  const hasPrompt = async () => (await listRecentResults(testSite.db, 5)).map(({ id }) => id)
  expect(await hasPrompt()).not.toContain(prompt.id)
  testSite.clock.time = new Date(testSite.clock.time.getTime() + 60_000)
  await publish(await compare())
  await publish(await compare({ models: [], pasted }))
  expect((await hasPrompt())[0]).toBe(prompt.id)
  expect(new Set(await hasPrompt()).size).toBe((await hasPrompt()).length)
})
