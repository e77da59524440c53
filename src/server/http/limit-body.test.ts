import { afterAll, beforeAll, expect, it } from 'vitest'
import { variableLimits } from '#features/variables/variable-kind-rules.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let ada: string
beforeAll(async () => {
  testSite = await createTestSite()
  ada = await testSite.addUser('ada')
})
afterAll(() => testSite.close())

const prompt = { title: 'Write', content: 'Write about {{topic}}.', category: 'general' }
const manyValues = Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [`k${index}`, 1]))

it.each([
  ['an unlimited list', '/api/prompts', { ...prompt, variables: Array(240_000).fill({}) }],
  ['unknown fields', '/api/prompts', { ...prompt, ...manyValues }],
  ['a record', '/api/comparisons', { content: prompt.content, models: ['a', 'b'], variables: manyValues }],
  ['the Model Context Protocol', '/mcp', { method: 'prompts/get', params: { name: 'a', arguments: manyValues } }],
])('a body with very many values is refused before each is checked: %s', async (_, path, json) => {
  const headers = { accept: 'application/json, text/event-stream' }
  const { status, body } = await testSite.request(path, { method: 'POST', as: ada, json, headers })
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'validation_failed', error: expect.stringContaining('5,000 values') })
})

it('the largest list of blanks is accepted, and commas in texts don’t count', async () => {
  const names = Array.from({ length: variableLimits.variables }, (_, index) => `blank ${index}`)
  const options = Array.from({ length: variableLimits.options }, (_, index) => `${index}`)
  const variables = names.map((name) => ({ name, default: null, kind: 'choice', options, required: true }))
  const content = `Write "a", \\ ${',"'.repeat(9_000)} ${names.map((name) => `{{${name}}}`).join(' ')}`
  const json = { ...prompt, content, variables }
  const { status, body } = await testSite.request('/api/prompts', { method: 'POST', as: ada, json })
  expect(status).toBe(201)
  expect(body.variables).toEqual(variables)
})
