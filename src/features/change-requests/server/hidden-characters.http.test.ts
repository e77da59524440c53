import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { renewStored } from '#features/catalogue/server/stored/renew-stored.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { hiddenCharacterRenewal } from './request-columns.ts'

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
  const found = async () => (await send(author, 'GET', `/api/change-requests/${body.id}`)).body.hiddenCharacters
  const expected = [
    { kind: 'direction overrides', count: 2, line: 2 },
    { kind: 'variation selectors', count: 2, line: 2 },
  ]
  expect(await found()).toEqual(expected)
  // An edit that an older version of the software stored.
  await sql`update change_requests set hidden_characters = '[]', hidden_version = 0`.execute(testSite.db)
  expect(await renewStored(testSite.db, hiddenCharacterRenewal)).toBe(1)
  expect(await renewStored(testSite.db, hiddenCharacterRenewal)).toBe(0)
  expect(await found()).toEqual(expected)
})
