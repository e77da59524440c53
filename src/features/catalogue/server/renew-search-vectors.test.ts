import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { searchRenewal } from './renew-search-vectors.ts'
import { renewStored } from './renew-stored.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

it('prompts that older rules indexed by whole sentences are found by single words after a renewal', async () => {
  const { id } = await testSite.addPrompt({ title: 'Slides', content: '商业演示设计专家指南', language: 'zh' })
  await sql`
    update prompts set search_version = 1, search_text = to_tsvector('simple', content)
    where id = ${id}`.execute(testSite.db)
  const search = async () =>
    (await testSite.request(`/api/search?q=${encodeURIComponent('演示设计')}`)).body.prompts.items
  expect(await search()).toMatchObject([])
  expect(await renewStored(testSite.db, searchRenewal)).toBe(1)
  expect(await renewStored(testSite.db, searchRenewal)).toBe(0)
  expect(await search()).toMatchObject([{ id }])
})
