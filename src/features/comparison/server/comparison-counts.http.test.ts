import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type CompareSite, createCompareSite } from '#test/compare-site.ts'
import { findComparisonDrifts } from './comparison-counts.ts'

// The spy is set before any connection is opened, since a connection keeps the `query` function that it starts with.
const query = vi.spyOn(pg.Client.prototype, 'query')
let testSite: CompareSite
beforeAll(async () => {
  testSite = await createCompareSite()
})
afterAll(async () => {
  await testSite.close()
  query.mockRestore()
})

it('the totals of comparisons are stored, follow every change, and are recounted by doctor', async () => {
  const me = await testSite.member()
  const [prompt, other] = [await testSite.addPrompt(), await testSite.addPrompt()]
  const add = async (promptId: string) => {
    const input = { content: undefined, promptId, models: ['steady', 'writer'] }
    const events = await (await testSite.compare(me, input)).events()
    return String(events[0]?.data.comparisonId)
  }
  const publish = (id: string, published = true) => testSite.post(`/api/comparisons/${id}/publish`, me, { published })
  const totals = async () => {
    const paths = ['/api/user/comparisons', `/api/prompts/${prompt.id}/comparisons`]
    const pages = await Promise.all(paths.map((path) => testSite.request(`${path}?limit=1`, { as: me })))
    return pages.map(({ body }) => body.total)
  }
  const [one, two] = [await add(prompt.id), await add(prompt.id), await add(other.id)]
  for (const id of [one, two]) await publish(id)
  query.mockClear()
  expect(await totals()).toEqual([3, 2])
  const statements = query.mock.calls.map(([statement]: unknown[]) => JSON.stringify(statement))
  expect(statements.filter((text) => /count\(\*\)(?! as count from comparisons c join hidden)/.test(text))).toEqual([])
  await publish(one, false)
  await publish(one)
  await testSite.request(`/api/comparisons/${two}`, { as: me, method: 'DELETE' })
  expect(await totals()).toEqual([2, 1])
  expect(await findComparisonDrifts(testSite.db)).toEqual([])
  await sql`update comparisons set prompt_id = null where id = ${one}`.execute(testSite.db)
  await sql`update prompt_versions set shown = false where prompt_id = ${prompt.id}`.execute(testSite.db)
  expect(await findComparisonDrifts(testSite.db)).toEqual([])
  await sql`update comparison_counts set comparisons = 7 where scope = 'own' and key = ${me}`.execute(testSite.db)
  expect(await findComparisonDrifts(testSite.db)).toEqual([{ what: `own comparisons of ${me}`, stored: 7, counted: 2 }])
  await sql`delete from comparison_counts; select refill_comparison_counts()`.execute(testSite.db)
  expect(await findComparisonDrifts(testSite.db)).toEqual([])
  await sql`delete from comparisons where user_id = ${me}`.execute(testSite.db)
  expect((await sql`select from comparison_counts where key = ${me}`.execute(testSite.db)).rows).toEqual([])
})
