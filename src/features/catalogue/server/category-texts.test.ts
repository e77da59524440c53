import { afterAll, beforeAll, expect, it } from 'vitest'
import { translate } from '#lib/texts.ts'
import { inLanguage, setLanguages, siteLanguages } from '#platform/languages.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { getCategoryOrThrow, listCategories, listStoredCategories } from './category-queries.ts'
import { firstCategories } from './category-texts.ts'

const before = siteLanguages()
let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
  const words = new Map([['category\fTechnical', 'Technik']])
  setLanguages([
    { tag: 'en', prefix: '', format: null },
    { tag: 'de', prefix: '/de', format: null, find: (key) => words.get(key) },
  ])
})
afterAll(async () => {
  setLanguages(before)
  await testSite.close()
})

it('all texts of a new site’s categories are in the catalogues', async () => {
  const texts = (await listStoredCategories(testSite.db)).flatMap(({ name, description }) => [name, description])
  expect(texts.toSorted()).toEqual(firstCategories.map((text) => translate(text)).toSorted())
})

it('a category is shown in the reader’s language, unless an operator renamed it', async () => {
  const nameIn = (tag: string) => inLanguage(tag, async () => (await getCategoryOrThrow(testSite.db, 'technical')).name)
  expect(await nameIn('de')).toBe('Technik')
  expect(await nameIn('en')).toBe('Technical')
  const { id } = await getCategoryOrThrow(testSite.db, 'technical')
  const admin = await testSite.addUser('ada', 'admin')
  const json = { name: 'Machines' }
  expect((await testSite.request(`/api/admin/categories/${id}`, { method: 'PATCH', as: admin, json })).status).toBe(200)
  expect(await nameIn('de')).toBe('Machines')
})

it('an admin edits what is stored, not its translation', async () => {
  const admin = await testSite.addUser('grace', 'admin')
  await inLanguage('de', async () => {
    const { body } = await testSite.request('/api/admin/categories', { as: admin })
    expect(body.map(({ name }: { name: string }) => name)).toContain('General')
    expect((await listCategories(testSite.db)).length).toBe(body.length)
  })
})
