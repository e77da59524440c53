import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CompareSite, createCompareSite } from '#test/compare-site.ts'
import { exportTestCases, exportTestRuns } from './export-tests.ts'

let testSite: CompareSite
beforeAll(async () => {
  testSite = await createCompareSite()
})
afterAll(() => testSite.close())

it('a member’s data export has their cases and runs with all answers, and the tested texts that they may still see', async () => {
  const [author, other] = [await testSite.member(), await testSite.member()]
  const json = { title: 'Exported tests', content: 'Say hello politely.', category: 'general' }
  const { id, slug } = (await testSite.request('/api/prompts', { as: author, method: 'POST', json })).body
  const testsPath = `/api/prompts/${slug}/tests`
  const draft = { reason: 'Answers', values: {}, checks: [{ kind: 'contains', text: 'answer' }] }
  await testSite.post(`${testsPath}/cases`, author, draft)
  await testSite.post(`${testsPath}/cases`, other, { ...draft, reason: 'Proposed' })
  for (const as of [author, other])
    await (await testSite.stream(`${testsPath}/runs`, { as, json: { models: ['steady'] } })).events()
  const runsOf = async (as: string) => {
    const runs: unknown[] = []
    for await (const run of exportTestRuns(testSite.db, as)) runs.push(run)
    return runs
  }
  expect(await exportTestCases(testSite.db, other)).toMatchObject([{ reason: 'Proposed', status: 'proposed' }])
  const completeRun = { content: json.content, answers: Array(3).fill({ status: 'done', passed: true }) }
  expect([await runsOf(author), await runsOf(other)]).toMatchObject([[completeRun], [completeRun]])

  // No public version has this text anymore, so only the prompt's author may read it, as on the site's pages.
  await testSite.db.updateTable('promptVersions').set({ shown: false }).where('promptId', '=', id).execute()
  expect([await runsOf(author), await runsOf(other)]).toMatchObject([[completeRun], [{ ...completeRun, content: '' }]])
  await testSite.db.updateTable('promptVersions').set({ shown: true }).where('promptId', '=', id).execute()
  await testSite.db.updateTable('prompts').set({ status: 'removed' }).where('id', '=', id).execute()
  expect(await runsOf(other)).toMatchObject([{ ...completeRun, content: '' }])
})
