import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { renewStored } from '#features/catalogue/server/stored/renew-stored.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { collectionSearchRenewal } from './renew-collection-search.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

it('collections that older rules indexed are found by their words after a renewal', async () => {
  const owner = await testSite.addUser('collector')
  const { body: collection } = await testSite.request('/api/collections', {
    method: 'POST',
    as: owner,
    json: { title: 'CI/CD and C++', visibility: 'public' },
  })
  const prompt = await testSite.addPrompt()
  await testSite.request(`/api/collections/${collection.id}/items`, {
    method: 'POST',
    as: owner,
    json: { kind: 'prompt', id: prompt.id, note: '' },
  })
  await sql`
    update collections set featured_at = now(), search = to_tsvector('promptarium_english', title), search_version = 1
    where id = ${collection.id}`.execute(testSite.db)
  const find = async (q: string) =>
    (await testSite.request(`/api/search?${new URLSearchParams({ q })}`)).body.collections.map(
      ({ title }: { title: string }) => title,
    )
  expect(await find('cd')).toEqual([])
  expect(await renewStored(testSite.db, collectionSearchRenewal)).toBe(1)
  expect(await renewStored(testSite.db, collectionSearchRenewal)).toBe(0)
  for (const q of ['cd', 'ci/cd', 'c++']) expect(await find(q)).toEqual(['CI/CD and C++'])
})
