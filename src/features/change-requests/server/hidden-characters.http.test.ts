import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

it('whoever decides on an edit is warned about invisible characters in it', async () => {
  const [author, proposer] = [await testSite.addUser('author'), await testSite.addUser('proposer')]
  const send = (as: string, method: string, path: string, json?: unknown) =>
    testSite.request(path, { as, method, json })
  const text = { title: 'Write a letter', content: 'Write a letter to {{reader}}.' }
  const { body: prompt } = await send(author, 'POST', '/api/prompts', { ...text, category: 'general' })
  const path = `/api/prompts/${prompt.id}/change-requests`
  const proposal = { ...text, baseVersion: 1, description: '', reason: 'Clearer.' }
  const content = 'Write a letter to {{reader}}.\nBe\uFE01\u{E0101} brief.\u202Eeurt\u202C'
  const { body, status } = await send(proposer, 'POST', path, { ...proposal, content })
  expect(status).toBe(201)
  const response = await send(author, 'GET', `/api/change-requests/${body.id}`)
  expect(response.body.hiddenCharacters).toEqual([
    { kind: 'direction overrides', count: 2, line: 2 },
    { kind: 'variation selectors', count: 2, line: 2 },
  ])
})
