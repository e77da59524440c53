import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CompareSite, createCompareSite } from '#test/compare-site.ts'
import { exportTestCases, exportTestRuns } from './export-tests.ts'

let testSite: CompareSite
beforeAll(async () => {
  testSite = await createCompareSite()
})
afterAll(() => testSite.close())

it('a data export has a member’s cases and runs with all answers, and tested texts while they are visible', async () => {
  const [author, other] = [await testSite.member(), await testSite.member()]
  const json = { title: 'Exported tests', content: 'Say hello politely.', category: 'general' }
  const { id, slug } = (await testSite.request('/api/prompts', { as: author, method: 'POST', json })).body
  const tests = `/api/prompts/${slug}/tests`
  const draft = { reason: 'Answers', values: {}, checks: [{ kind: 'contains', text: 'answer' }] }
  await testSite.post(`${tests}/cases`, author, draft)
  await testSite.post(`${tests}/cases`, other, { ...draft, reason: 'Proposed' })
  for (const as of [author, other])
    await (await testSite.stream(`${tests}/runs`, { as, json: { models: ['steady'] } })).events()
  const runsOf = async (as: string) => {
    const runs: unknown[] = []
    for await (const run of exportTestRuns(testSite.db, as)) runs.push(run)
    return runs
  }
  expect(await exportTestCases(testSite.db, other)).toMatchObject([{ reason: 'Proposed', status: 'proposed' }])
  const completeRun = { content: json.content, answers: Array(3).fill({ status: 'done', passed: true }) }
  expect([await runsOf(author), await runsOf(other)]).toMatchObject([[completeRun], [completeRun]])

  // No public version has this text any more, so only the prompt's author may read it, as on the site's pages.
  await testSite.db.updateTable('promptVersions').set({ shown: false }).where('promptId', '=', id).execute()
  expect([await runsOf(author), await runsOf(other)]).toMatchObject([[completeRun], [{ ...completeRun, content: '' }]])
  await testSite.db.updateTable('promptVersions').set({ shown: true }).where('promptId', '=', id).execute()
  await testSite.db.updateTable('prompts').set({ status: 'removed' }).where('id', '=', id).execute()
  expect(await runsOf(other)).toMatchObject([{ ...completeRun, content: '' }])
})
