import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePlanForAll } from '#features/credits/server/credit-context.ts'
import { createModels } from '#features/models/server/create-models.ts'
import type { ModelSettings } from '#features/models/server/vendor-settings.ts'
import { type AiVendors, startAiVendors } from '#test/fakes/ai-vendors.ts'
import { createWorld, type World } from '#test/world.ts'
import { rerunFeatured } from './rerun-featured.ts'
import type { JobContext } from './test-context.ts'

let world: World
let vendors: AiVendors
let author: string
let time = new Date('2026-11-20T12:00:00Z')
const days = (count: number) => new Date(time.getTime() + count * 86_400_000)

beforeAll(async () => {
  vendors = await startAiVendors()
  world = await createWorld({ now: () => time })
  author = await world.addUser('Author')
})
afterAll(async () => {
  await world.close()
  await vendors.close()
})

/** Runs the job as a site with this budget, in US dollars a day. */
function rerun(dailyBudget: number | null, model = 'steady=2'): Promise<number> {
  const openai = { key: 'sk-site-12345678', baseUrl: vendors.baseUrl('openai'), models: `${model}, steady--2=9` }
  const settings: ModelSettings = {
    vendors: { openai },
    dailyBudget,
    deadlines: { firstTokenMs: 5_000, totalMs: 9_000 },
  }
  const now = () => time
  const context: JobContext = {
    db: world.db,
    now,
    models: createModels({ db: world.db, now, settings, log: () => undefined }),
    credits: { now, planOf: freePlanForAll, capFirstGrants: false },
    streams: { stopping: new AbortController().signal, log: { error: () => undefined } },
  }
  return rerunFeatured(context)
}

async function addTested(featured: boolean, title: string) {
  const json = { title, content: `Say hello, ${title}.`, category: 'general' }
  const { id, slug } = (await world.request('/api/prompts', { as: author, method: 'POST', json })).body
  const draft = { reason: 'Answers', values: {}, checks: [{ kind: 'contains', text: 'answer' }] }
  await world.request(`/api/prompts/${slug}/tests/cases`, { as: author, method: 'POST', json: draft })
  await world.db.updateTable('prompts').set({ featured }).where('id', '=', id).execute()
  return slug as string
}
const runsOf = async (slug: string) => (await world.request(`/api/prompts/${slug}/tests/runs`)).body.items
const edit = (slug: string, content: string) =>
  world.request(`/api/prompts/${slug}`, { as: author, method: 'PATCH', json: { content } })

it('runs featured prompts on the cheapest model at the site’s cost, again after a month or an edit, within the budget', async () => {
  const slug = await addTested(true, 'Featured one')
  const other = await addTested(false, 'Another one')
  // A budget of nothing, or of less than an answer may cost, starts no run or stores none as an answer.
  expect(await rerun(0)).toBe(0)
  expect(vendors.received).toEqual([])

  expect(await rerun(50)).toBe(1)
  expect(await runsOf(slug)).toMatchObject([{ bySite: true, runner: null, passed: 3, answered: 3, models: ['steady'] }])
  expect(await runsOf(other)).toEqual([])
  const { answers } = (await world.request(`/api/prompts/${slug}/tests/runs/${(await runsOf(slug))[0].id}`)).body
  expect(answers).toMatchObject(Array(3).fill({ price: 0, status: 'done' }))
  expect((await world.request(`/api/prompts/${slug}/tests/results`)).body.results).toMatchObject([{ passed: 3 }])
  expect((await world.request('/api/prompts?results=true')).body.items).toMatchObject([{ slug }])

  expect(await rerun(50)).toBe(0)
  time = days(29)
  expect(await rerun(50)).toBe(0)
  time = days(2)
  expect(await rerun(50)).toBe(1)
  expect(await rerun(50)).toBe(0)
  await edit(slug, 'Greet me, and answer.')
  expect(await rerun(50)).toBe(1)
  expect(await runsOf(slug)).toHaveLength(3)
})

it('without an answer tries again after a day, not before', async () => {
  await world.db.updateTable('prompts').set({ featured: false }).execute()
  const slug = await addTested(true, 'Failing one')
  expect(await rerun(50, 'faulty=2')).toBe(1)
  expect(await runsOf(slug)).toMatchObject([{ passed: 0, answered: 0 }])
  const { items } = (await world.request('/api/prompts?results=true')).body
  expect(items.map((item: { slug: string }) => item.slug)).not.toContain(slug)
  expect(await rerun(50)).toBe(0)
  time = days(1.1)
  expect(await rerun(50)).toBe(1)
  expect(await runsOf(slug)).toMatchObject([{ answered: 3 }, { answered: 0 }])
})

it('takes five prompts at a time, those first that never ran', async () => {
  const slugs: string[] = []
  for (let i = 0; i < 7; i++) slugs.push(await addTested(true, `Many ${i}`))
  time = days(31)
  expect(await rerun(50)).toBe(5)
  expect(await rerun(50)).toBe(3)
  for (const slug of slugs) expect(await runsOf(slug)).toHaveLength(1)
})
