import { afterAll, beforeAll, expect, it } from 'vitest'
import { eraseAccount } from '#features/accounts/server/erase-account.ts'
import { inTransaction } from '#platform/database/db.ts'
import { hooks } from '#server/hooks.ts'
import { type CompareSite, createCompareSite } from '#test/compare-site.ts'

let testSite: CompareSite
beforeAll(async () => {
  testSite = await createCompareSite()
})
afterAll(() => testSite.close())

let suggestionCount = 0
/** Creates a suggested edit of a prompt that has one test case. Returns both members and both paths. */
async function suggest() {
  const [author, proposer] = [await testSite.member(), await testSite.member()]
  const content = `Say hello to {{name}} politely, number ${++suggestionCount}.`
  const json = { title: `Tested for a while ${suggestionCount}`, content, category: 'general' }
  const { id } = (await testSite.post('/api/prompts', author, json)).body
  const testCase = { reason: 'Greets', values: { name: 'Ada' }, checks: [{ kind: 'contains', text: 'answer' }] }
  await testSite.post(`/api/prompts/${id}/tests/cases`, author, testCase)
  const { title } = json
  const proposal = { title, description: '', content: `${content} Be brief.`, reason: 'Shorter.', baseVersion: 1 }
  const request = (await testSite.post(`/api/prompts/${id}/change-requests`, proposer, proposal)).body
  return { author, proposer, suggestion: `/api/change-requests/${request.id}`, prompt: `/api/prompts/${id}` }
}

it.each([
  ['a suggested edit', 'proposer', 'author', 'suggestion'],
  ['a prompt', 'author', 'proposer', 'prompt'],
] as const)(
  'a test run that begins while %s is being deleted gets 404 and costs nothing',
  async (_, leavingMember, runner, target) => {
    const { [leavingMember]: leaving, [runner]: as, [target]: path } = await suggest()
    const before = await testSite.creditsOf(as)
    const json = { models: ['steady'], ...(target === 'suggestion' && { side: 'proposed' }) }
    let run: ReturnType<typeof testSite.stream> | undefined
    await inTransaction(testSite.db, async (tx) => {
      await eraseAccount(tx, hooks, leaving, { prompts: 'delete' })
      run ??= testSite.stream(`${path}/tests/runs`, { as, json })
      await expect.poll(() => testSite.countLockWaits()).toBe(1)
    })
    expect((await run)?.status).toBe(404)
    expect(await testSite.creditsOf(as)).toBe(before)
  },
)

it('tests of both texts are charged per answer, are listed together, and never count as results of the prompt', async () => {
  const [author, proposer] = [await testSite.member(), await testSite.member()]
  const json = { title: 'Tested on both sides', content: 'Say hello to {{name}} politely.', category: 'general' }
  const { id } = (await testSite.post('/api/prompts', author, json)).body
  const testCase = { reason: 'Greets', values: { name: 'Ada' }, checks: [{ kind: 'contains', text: 'answer' }] }
  await testSite.post(`/api/prompts/${id}/tests/cases`, author, testCase)
  const suggestion = {
    ...json,
    description: '',
    content: `${json.content} Be brief.`,
    reason: 'Shorter.',
    baseVersion: 1,
  }
  const { category: _, ...proposal } = suggestion
  const request = (await testSite.post(`/api/prompts/${id}/change-requests`, proposer, proposal)).body
  const path = `/api/change-requests/${request.id}/tests`
  const before = await testSite.creditsOf(author)
  for (const side of ['current', 'proposed']) {
    const run = await testSite.stream(`${path}/runs`, { as: author, json: { models: ['steady'], side } })
    expect((await run.events()).at(-1)).toMatchObject({ event: 'end' })
  }
  // Three answers for each of the two texts, at 2 credits each.
  expect(before - (await testSite.creditsOf(author))).toBe(12)
  const readResults = (as: string) => testSite.request(path, { as })
  for (const as of [author, proposer])
    expect((await readResults(as)).body).toEqual([
      { side: 'current', model: 'steady', passed: 3, answered: 3 },
      { side: 'proposed', model: 'steady', passed: 3, answered: 3 },
    ])
  expect((await readResults(await testSite.member())).status).toBe(404)
  expect((await testSite.request(`/api/prompts/${id}/tests/results`)).body.results).toEqual([])
})
