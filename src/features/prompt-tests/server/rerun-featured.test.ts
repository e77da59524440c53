import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePlanForAll } from '#features/credits/server/credit-context.ts'
import { costOf, worstCost } from '#features/models/price-rules.ts'
import { askLimits } from '#features/models/rules.ts'
import { createModels } from '#features/models/server/create-models.ts'
import { createRunLimit } from '#features/models/server/run-limit.ts'
import type { ModelSettings } from '#features/models/server/vendor-settings.ts'
import { utcDay } from '#lib/utc-day.ts'
import { noLimits } from '#platform/limits.ts'
import { type AiVendors, startAiVendors } from '#test/fakes/ai-vendors.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { closeTestRuns } from './close-test-runs.ts'
import { rerunFeatured } from './rerun-featured.ts'
import type { RunContext } from './test-context.ts'

let testSite: TestSite
let vendors: AiVendors
let author: string
let time = new Date('2026-11-20T12:00:00Z')
const daysLater = (count: number) => new Date(time.getTime() + count * 86_400_000)

beforeAll(async () => {
  vendors = await startAiVendors()
  testSite = await createTestSite({ now: () => time })
  author = await testSite.addUser('Author')
})
afterAll(async () => {
  await testSite.close()
  await vendors.close()
})

/**
 * Calls `rerunFeatured` on a site with this daily budget in US dollars. `model` is the cheapest model and its price in
 * credits. Returns how many runs asked a question.
 */
function rerun(dailyBudget: number | null, model = 'steady=2'): Promise<number> {
  // `steady--2` behaves like `steady`, but costs more credits.
  const openai = { key: 'sk-site-12345678', baseUrl: vendors.baseUrl('openai'), models: `${model}, steady--2=9` }
  const settings: ModelSettings = {
    vendors: { openai },
    dailyBudget,
    deadlines: { firstTokenMs: 60_000, totalMs: 60_000 },
  }
  const now = () => time
  const context: RunContext = {
    db: testSite.db,
    now,
    models: createModels({ db: testSite.db, now, settings, log: () => undefined }),
    runs: createRunLimit({ limits: noLimits, now }),
    credits: { now, planOf: freePlanForAll, limitsFirstGrants: false },
    streams: { shutdownSignal: new AbortController().signal, log: { error: () => undefined } },
  }
  return rerunFeatured(context)
}

async function addPromptWithCase(featured: boolean, title: string) {
  const json = { title, content: `Say hello, ${title}.`, category: 'general' }
  const { id, slug } = (await testSite.request('/api/prompts', { as: author, method: 'POST', json })).body
  const draft = { reason: 'Answers', values: {}, checks: [{ kind: 'contains', text: 'answer' }] }
  await testSite.request(`/api/prompts/${slug}/tests/cases`, { as: author, method: 'POST', json: draft })
  await testSite.db.updateTable('prompts').set({ featured }).where('id', '=', id).execute()
  return slug as string
}
const runsOf = async (slug: string) => (await testSite.request(`/api/prompts/${slug}/tests/runs`)).body.items
const edit = (slug: string, content: string) =>
  testSite.request(`/api/prompts/${slug}`, { as: author, method: 'PATCH', json: { content } })

it('featured prompts are tested on the cheapest model at the site’s cost, and again after a month or an edit, within the budget', async () => {
  const slug = await addPromptWithCase(true, 'Featured one')
  const other = await addPromptWithCase(false, 'Another one')
  // With a budget of zero, no question is asked.
  expect(await rerun(0)).toBe(0)
  expect(vendors.received).toEqual([])

  expect(await rerun(50)).toBe(1)
  expect(await runsOf(slug)).toMatchObject([{ bySite: true, runner: null, passed: 3, answered: 3, models: ['steady'] }])
  expect(await runsOf(other)).toEqual([])
  const { answers } = (await testSite.request(`/api/prompts/${slug}/tests/runs/${(await runsOf(slug))[0].id}`)).body
  expect(answers).toMatchObject(Array(3).fill({ price: 0, status: 'done' }))
  expect((await testSite.request(`/api/prompts/${slug}/tests/results`)).body.results).toMatchObject([
    // The site's own run costs no credits, unlike a member's run.
    { passed: 3, price: null, cost: expect.any(Number) },
  ])
  expect((await testSite.request('/api/prompts?results=true')).body.items).toMatchObject([{ slug }])

  expect(await rerun(50)).toBe(0)
  time = daysLater(29)
  expect(await rerun(50)).toBe(0)
  time = daysLater(2)
  expect(await rerun(50)).toBe(1)
  expect(await rerun(50)).toBe(0)
  await edit(slug, 'Greet me, and answer.')
  expect(await rerun(50)).toBe(1)
  expect(await runsOf(slug)).toHaveLength(3)
})

it('a prompt whose questions got no answer is tested again after a day', async () => {
  await testSite.db.updateTable('prompts').set({ featured: false }).execute()
  const slug = await addPromptWithCase(true, 'Failing one')
  expect(await rerun(50, 'faulty=2')).toBe(1)
  expect(await runsOf(slug)).toMatchObject([{ passed: 0, answered: 0 }])
  const { items } = (await testSite.request('/api/prompts?results=true')).body
  expect(items.map((item: { slug: string }) => item.slug)).not.toContain(slug)
  expect(await rerun(50)).toBe(0)
  time = daysLater(1.1)
  expect(await rerun(50)).toBe(1)
  expect(await runsOf(slug)).toMatchObject([{ answered: 3 }, { answered: 0 }])
})

it('a call tests at most five prompts, and the next call tests the remaining ones', async () => {
  const slugs: string[] = []
  for (let i = 0; i < 7; i++) slugs.push(await addPromptWithCase(true, `Many ${i}`))
  time = daysLater(31)
  expect(await rerun(50)).toBe(5)
  // The previous test's prompt is also due again.
  expect(await rerun(50)).toBe(3)
  for (const slug of slugs) expect(await runsOf(slug)).toHaveLength(1)
})

it('prompts that were never tested come first, then those that have waited longest', async () => {
  await testSite.db.updateTable('prompts').set({ featured: false }).execute()
  const first = await addPromptWithCase(true, 'Waiting longest')
  await rerun(50)
  time = daysLater(1)
  const others: string[] = []
  for (let i = 0; i < 4; i++) others.push(await addPromptWithCase(true, `Waiting ${i}`))
  await rerun(50)
  time = daysLater(31)
  const untested = [await addPromptWithCase(true, 'Untested one'), await addPromptWithCase(true, 'Untested two')]
  expect(await rerun(50)).toBe(5)
  for (const slug of untested) expect(await runsOf(slug)).toHaveLength(1)
  expect(await runsOf(first)).toHaveLength(2)
  // Of the four others, two were tested again.
  const counts = await Promise.all(others.map(async (slug) => (await runsOf(slug)).length))
  expect(counts.sort()).toEqual([1, 1, 2, 2])
})

it('a run stops when the day’s budget is spent and keeps its answers; runs on later days ask the remaining questions', async () => {
  await testSite.db.updateTable('prompts').set({ featured: false }).execute()
  const slug = await addPromptWithCase(true, 'Costly one')
  const waitingSlug = await addPromptWithCase(true, 'Waiting one')
  const draft = { reason: 'Again', values: {}, checks: [{ kind: 'contains', text: 'answer' }] }
  // The prompt then has five test cases, so a complete run asks 15 questions.
  for (let i = 0; i < 4; i++)
    await testSite.request(`/api/prompts/${slug}/tests/cases`, { as: author, method: 'POST', json: draft })
  // The site assumes this price, per million tokens, for a model whose price it doesn't know.
  const price = { input: 15, output: 75 }
  // Covers the highest possible cost of one answer, plus the actual cost of four answers, by the token counts that the
  // fake vendor reports.
  const budget =
    worstCost(price, 'Say hello, Costly one.', askLimits.outputTokensMax) + 4 * costOf(price, { input: 12, output: 34 })
  const spentToday = async () => {
    const day = utcDay(time) as unknown as Date
    const row = await testSite.db
      .selectFrom('aiSpending')
      .select('micros')
      .where('day', '=', day as never)
      .executeTakeFirst()
    return Number(row?.micros ?? 0) / 1_000_000
  }
  const countAnswered = async (of = slug) =>
    (await runsOf(of)).reduce((sum: number, run: { answered: number }) => sum + run.answered, 0)
  time = daysLater(1)
  expect(await rerun(budget)).toBe(1)
  const first = await countAnswered()
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThan(15)
  expect(await spentToday()).toBeLessThanOrEqual(budget)
  // On the same day, nothing more is affordable. No empty run is stored, and other prompts wait too.
  expect(await rerun(budget)).toBe(0)
  expect([await runsOf(slug), await runsOf(waitingSlug)]).toMatchObject([[{ answered: first }], []])

  for (let day = 1; (await countAnswered()) < 15 && day < 15; day++) {
    time = daysLater(1)
    await rerun(budget)
    expect(await spentToday()).toBeLessThanOrEqual(budget)
  }
  const { rows } = await sql<{ answers: number; questions: number; open: number }>`
    select count(*) as answers, count(distinct (a.case_place, a.round)) as questions, count(*) filter (where r.ended_at is null) as open
    from test_runs r join test_answers a on a.run_id = r.id join prompts p on p.id = r.prompt_id
    where p.slug = ${slug} and a.status = 'done'`.execute(testSite.db)
  expect(rows).toEqual([{ answers: 15, questions: 15, open: 0 }])
  expect((await testSite.request(`/api/prompts/${slug}/tests/results`)).body.results).toMatchObject([
    { passed: 15, answered: 15, failed: 0, isCurrent: true },
  ])
  await rerun(50)
  expect(await countAnswered(waitingSlug)).toBe(3)
  expect(await rerun(50)).toBe(0)
})

it('a prompt is tested once, even by concurrent calls', async () => {
  await testSite.db.updateTable('prompts').set({ featured: false }).execute()
  const slug = await addPromptWithCase(true, 'Popular one')
  const requestsBefore = vendors.received.length
  expect((await Promise.all([rerun(50), rerun(50), rerun(50)])).sort()).toEqual([0, 0, 1])
  expect(await runsOf(slug)).toMatchObject([{ answered: 3 }])
  expect(vendors.received.length - requestsBefore).toBe(3)
})

it('the remaining questions of a run whose process died are asked after a day; a question that keeps failing is asked three times', async () => {
  await testSite.db.updateTable('prompts').set({ featured: false }).execute()
  const slug = await addPromptWithCase(true, 'Left in the middle')
  await rerun(50)
  const [{ id }] = await runsOf(slug)
  await testSite.db.updateTable('testRuns').set({ endedAt: null }).where('id', '=', id).execute()
  await testSite.db
    .updateTable('testAnswers')
    .set({ status: 'running', text: '', passed: null, checks: null, answeredAt: null })
    .where('runId', '=', id)
    .where('place', '>', 0)
    .execute()
  // The open run may still be in progress in another process.
  expect(await rerun(50)).toBe(0)
  time = daysLater(1.1)
  expect(await rerun(50)).toBe(0)
  await closeTestRuns(testSite.db, time)
  expect(await rerun(50)).toBe(1)
  expect(await runsOf(slug)).toMatchObject([{ answered: 2 }, { answered: 1 }])
  expect(await rerun(50)).toBe(0)

  const retriedSlug = await addPromptWithCase(true, 'Half refused')
  const failFirstAnswer = (runId: string) =>
    testSite.db
      .updateTable('testAnswers')
      .set({ status: 'failed', text: '', passed: null, checks: null })
      .where('runId', '=', runId)
      .where('place', '=', 0)
      .execute()
  await rerun(50)
  await failFirstAnswer((await runsOf(retriedSlug))[0].id)
  for (let day = 0; day < 6; day++) {
    time = daysLater(1.1)
    await rerun(50)
    const [last] = await runsOf(retriedSlug)
    await failFirstAnswer(last.id)
  }
  expect((await runsOf(retriedSlug)).map(({ answered }: { answered: number }) => answered)).toEqual([0, 0, 2])
})
