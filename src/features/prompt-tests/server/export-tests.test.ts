import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CompareWorld, createCompareWorld } from '#test/compare-world.ts'
import { exportTestCases, exportTestRuns } from './export-tests.ts'

let world: CompareWorld
beforeAll(async () => {
  world = await createCompareWorld()
})
afterAll(() => world.close())

it('a data export has a member’s own cases and runs with all answers, and texts only while they may read them', async () => {
  const [author, other] = [await world.member(), await world.member()]
  const json = { title: 'Exported tests', content: 'Say hello politely.', category: 'general' }
  const { id, slug } = (await world.request('/api/prompts', { as: author, method: 'POST', json })).body
  const tests = `/api/prompts/${slug}/tests`
  const draft = { reason: 'Answers', values: {}, checks: [{ kind: 'contains', text: 'answer' }] }
  await world.post(`${tests}/cases`, author, draft)
  await world.post(`${tests}/cases`, other, { ...draft, reason: 'Proposed' })
  for (const as of [author, other])
    await (await world.stream(`${tests}/runs`, { as, json: { models: ['steady'] } })).events()
  const runsOf = async (as: string) => {
    const runs: unknown[] = []
    for await (const run of exportTestRuns(world.db, as)) runs.push(run)
    return runs
  }
  expect(await exportTestCases(world.db, other)).toMatchObject([{ reason: 'Proposed', status: 'proposed' }])
  const whole = { content: json.content, answers: Array(3).fill({ status: 'done', passed: true }) }
  expect([await runsOf(author), await runsOf(other)]).toMatchObject([[whole], [whole]])

  // No public version has this text any more, so only its author may read it, as on pages.
  await world.db.updateTable('promptVersions').set({ shown: false }).where('promptId', '=', id).execute()
  expect([await runsOf(author), await runsOf(other)]).toMatchObject([[whole], [{ ...whole, content: '' }]])
  await world.db.updateTable('promptVersions').set({ shown: true }).where('promptId', '=', id).execute()
  await world.db.updateTable('prompts').set({ status: 'removed' }).where('id', '=', id).execute()
  expect(await runsOf(other)).toMatchObject([{ ...whole, content: '' }])
})
