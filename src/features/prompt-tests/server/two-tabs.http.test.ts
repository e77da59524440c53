import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { findCreditViolations } from '#features/credits/server/violation-queries.ts'
import { type CompareSite, createCompareSite } from '#test/compare-site.ts'
import { readEvents } from '#test/read-events.ts'

/** Of its fake models, `steady` answers and `silent` never does. */
let testSite: CompareSite
let slug: string
let me: string

beforeAll(async () => {
  testSite = await createCompareSite()
  const author = await testSite.member()
  const json = { title: 'Run in two tabs', content: 'Say hello.', category: 'general' }
  slug = (await testSite.request('/api/prompts', { as: author, method: 'POST', json })).body.slug
  const draft = { reason: 'Answers', values: {}, checks: [{ kind: 'contains', text: 'answer' }] }
  for (let i = 0; i < 5; i++) await testSite.post(`/api/prompts/${slug}/tests/cases`, author, draft)
})
beforeEach(async () => {
  me = await testSite.member()
})
afterAll(() => testSite.close())

const run = (model: string, signal?: AbortSignal) =>
  testSite.stream(`/api/prompts/${slug}/tests/runs`, { as: me, json: { models: [model] }, signal })
const spend = async (amount: number) => (await testSite.post('/api/user/credits/decrease', me, { amount })).status

it('a second tab can’t spend credits that a run has reserved', async () => {
  const client = new AbortController()
  const { response } = await run('silent', client.signal)
  const events = readEvents(response).catch(() => undefined)
  // 15 questions (five cases, three times) at 2 credits each use up the 30 credits of a new member.
  await expect.poll(() => testSite.creditsOf(me)).toBe(0)
  expect([await spend(1), (await run('steady')).status]).toEqual([402, 402])
  client.abort()
  await events
  await expect.poll(() => testSite.creditsOf(me)).toBe(30)
  expect(await spend(30)).toBe(200)
  expect(await findCreditViolations(testSite.db)).toEqual([])
})

it('if the credits are enough for only one of two concurrent runs, that one gets every answer and the other is refused', async () => {
  const tabs = await Promise.all([run('steady'), run('steady')])
  expect(tabs.map(({ status }) => status).sort()).toEqual([200, 402])
  const events = await tabs.find(({ status }) => status === 200)?.events()
  expect(events?.filter(({ event }) => event === 'done')).toHaveLength(15)
  expect(events?.at(-1)).toMatchObject({ event: 'end', data: { credits: 0 } })
  expect([await testSite.creditsOf(me), await findCreditViolations(testSite.db)]).toEqual([0, []])
})
