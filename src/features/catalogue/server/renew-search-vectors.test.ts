import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { searchRenewal } from './stored/prompt-renewals.ts'
import { renewStored } from './stored/renew-stored.ts'
import { searchVersion } from './stored/search-vectors.ts'

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

it('prompts that older rules indexed by PostgreSQL’s own tokens are found by their words after a renewal', async () => {
  const { id } = await testSite.addPrompt({ title: 'CI/CD for Node.js', content: 'Build it.' })
  await sql`
    update prompts set search_version = 3, search_head = setweight(to_tsvector('promptarium_english', title), 'A'),
      search_text = setweight(to_tsvector('promptarium_english', title), 'A') where id = ${id}`.execute(testSite.db)
  const search = async () => (await testSite.request('/api/search?q=cd+node+build')).body.prompts.items
  expect(await search()).toMatchObject([])
  expect(await renewStored(testSite.db, searchRenewal)).toBe(1)
  expect(await search()).toMatchObject([{ id }])
})

it('the renewal finds the next prompts in an index, however many there are', async () => {
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where indexname = 'prompts_search_version'`.execute(testSite.db)
  expect(rows[0]?.definition, 'after a change of `searchVersion`, a migration must build the index anew').toContain(
    `(search_version < ${searchVersion})`,
  )
})
