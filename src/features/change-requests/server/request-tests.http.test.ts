import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { eraseAccount } from '#features/accounts/server/erase-account.ts'
import { hooks } from '#server/hooks.ts'
import { inTransaction } from '#server/platform/db.ts'
import { type CompareWorld, createCompareWorld } from '#test/compare-world.ts'

let world: CompareWorld
beforeAll(async () => {
  world = await createCompareWorld()
})
afterAll(() => world.close())

let suggestions = 0
/** A suggested edit of a prompt that has one test case. */
async function suggest() {
  const [author, proposer] = [await world.member(), await world.member()]
  const content = `Say hello to {{name}} politely, number ${++suggestions}.`
  const json = { title: `Tested for a while ${suggestions}`, content, category: 'general' }
  const { id } = (await world.post('/api/prompts', author, json)).body
  const draft = { reason: 'Greets', values: { name: 'Ada' }, checks: [{ kind: 'contains', text: 'answer' }] }
  await world.post(`/api/prompts/${id}/tests/cases`, author, draft)
  const { title } = json
  const proposal = { title, description: '', content: `${content} Be brief.`, reason: 'Shorter.', baseVersion: 1 }
  const request = (await world.post(`/api/prompts/${id}/change-requests`, proposer, proposal)).body
  return { author, proposer, suggestion: `/api/change-requests/${request.id}`, prompt: `/api/prompts/${id}` }
}

it.each([
  ['a suggested edit', 'proposer', 'author', 'suggestion'],
  ['a prompt', 'author', 'proposer', 'prompt'],
] as const)('a run that begins while %s is deleted is refused and costs nothing', async (_, leaver, runner, tested) => {
  const { [leaver]: leaving, [runner]: as, [tested]: path } = await suggest()
  const before = await world.creditsOf(as)
  const json = { models: ['steady'], ...(tested === 'suggestion' && { side: 'proposed' }) }
  let run: ReturnType<typeof world.stream> | undefined
  await inTransaction(world.db, async (tx) => {
    await eraseAccount(tx, hooks, leaving, { prompts: 'delete' })
    run ??= world.stream(`${path}/tests/runs`, { as, json })
    await vi.waitFor(async () => expect(await world.countLockWaits()).toBe(1), 20_000)
  })
  expect((await run)?.status).toBe(404)
  expect(await world.creditsOf(as)).toBe(before)
})

it('tests of both texts cost the price of their answers, are listed together, and never count as results of the prompt', async () => {
  const [author, proposer] = [await world.member(), await world.member()]
  const json = { title: 'Tested on both sides', content: 'Say hello to {{name}} politely.', category: 'general' }
  const { id } = (await world.post('/api/prompts', author, json)).body
  const draft = { reason: 'Greets', values: { name: 'Ada' }, checks: [{ kind: 'contains', text: 'answer' }] }
  await world.post(`/api/prompts/${id}/tests/cases`, author, draft)
  const suggestion = {
    ...json,
    description: '',
    content: `${json.content} Be brief.`,
    reason: 'Shorter.',
    baseVersion: 1,
  }
  const { category: _, ...proposal } = suggestion
  const request = (await world.post(`/api/prompts/${id}/change-requests`, proposer, proposal)).body
  const path = `/api/change-requests/${request.id}/tests`
  const before = await world.creditsOf(author)
  for (const side of ['current', 'proposed']) {
    const run = await world.stream(`${path}/runs`, { as: author, json: { models: ['steady'], side } })
    expect((await run.events()).at(-1)).toMatchObject({ event: 'end' })
  }
  expect(before - (await world.creditsOf(author))).toBe(12)
  const read = (as: string) => world.request(path, { as })
  for (const as of [author, proposer])
    expect((await read(as)).body).toEqual([
      { side: 'current', model: 'steady', passed: 3, answered: 3 },
      { side: 'proposed', model: 'steady', passed: 3, answered: 3 },
    ])
  expect((await read(await world.member())).status).toBe(404)
  expect((await world.request(`/api/prompts/${id}/tests/results`)).body.results).toEqual([])
})
