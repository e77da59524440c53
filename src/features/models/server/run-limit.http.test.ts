import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AiVendors, startAiVendors } from '#test/fakes/ai-vendors.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { unpaidPerHour } from './run-limit.ts'

let vendors: AiVendors
let testSite: TestSite
let time = new Date('2026-11-20T12:00:00Z')

/** Models that send no text, for which the vendor bills its reasoning. */
const models = ['empty--1', 'empty--2', 'empty--3', 'empty--4', 'empty--5']

beforeAll(async () => {
  vendors = await startAiVendors()
  const openai = {
    key: 'sk-site-12345678',
    baseUrl: vendors.baseUrl('openai'),
    models: models.map((model) => `${model}=1`).join(', '),
  }
  testSite = await createTestSite({
    limits: true,
    now: () => time,
    site: { models: { vendors: { openai }, dailyBudget: null } },
  })
})
afterAll(async () => {
  await vendors.close()
  await testSite.close()
})

async function run(path: string, as: string, json: object): Promise<number> {
  const response = await testSite.stream(path, { as, json })
  if (response.status === 200) await response.events()
  return response.status
}
const compare = (as: string, keys?: object) => run('/api/comparisons', as, { content: 'Hi', models, keys })
const generate = (as: string) => run('/api/prompt-generator', as, { idea: 'A letter', model: models[0] })

describe('answers that the vendor bills although the member doesn’t pay', () => {
  it('are limited for each member', async () => {
    const me = await testSite.addUser('unlucky')
    for (let count = 0; count < unpaidPerHour.points; count += models.length) expect(await compare(me)).toBe(200)
    // This answer is the first beyond the limit.
    expect(await generate(me)).not.toBe(429)
    expect([await generate(me), await compare(me)]).toEqual([429, 429])
    expect(await compare(await testSite.addUser('lucky'))).toBe(200)
    time = new Date(time.getTime() + unpaidPerHour.seconds * 1000)
    expect(await compare(me)).toBe(200)
  })

  it('are limited in test runs, too', async () => {
    const me = await testSite.addUser('tester')
    const prompt = await testSite.addPrompt()
    const path = `/api/prompts/${prompt.slug}/tests`
    const draft = { reason: 'Answers', values: {}, checks: [{ kind: 'contains', text: 'answer' }] }
    const author = await testSite.addUser('author', 'admin')
    const added = await testSite.request(`${path}/cases`, { as: author, method: 'POST', json: draft })
    const accepted = await testSite.request(`${path}/cases/${added.body.id}/accept`, { as: author, method: 'POST' })
    expect([added.status, accepted.status]).toEqual([201, 200])
    // Each run asks every model three times.
    const statuses = [await run(`${path}/runs`, me, { models }), await run(`${path}/runs`, me, { models })]
    expect([...statuses, await run(`${path}/runs`, me, { models })]).toEqual([200, 200, 429])
  })

  it('don’t count with the member’s own key', async () => {
    const me = await testSite.addUser('paying')
    const ownKeys = { openai: 'sk-own-key-9876543210' }
    for (let count = 0; count <= unpaidPerHour.points; count += models.length)
      expect(await compare(me, ownKeys)).toBe(200)
    expect(await compare(me)).toBe(200)
  })
})
