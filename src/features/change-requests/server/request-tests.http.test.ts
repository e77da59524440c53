import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CompareWorld, createCompareWorld } from '#test/compare-world.ts'

let world: CompareWorld
beforeAll(async () => {
  world = await createCompareWorld()
})
afterAll(() => world.close())

it('tests of both texts cost what their answers cost, are read together, and never count as results of the prompt', async () => {
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
