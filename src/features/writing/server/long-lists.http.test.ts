import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let ada: string
beforeAll(async () => {
  testSite = await createTestSite()
  ada = await testSite.addUser('ada')
})
afterAll(() => testSite.close())

/** A text of 800,000 bytes, the largest that the site stores. */
const longText = (n: number) => `${'😀'.repeat(199_990)}${n}`
const send = (method: string, path: string, json: object) => testSite.request(path, { method, as: ada, json })
/** More bytes than a response with long texts may have. */
const responseMax = 5_000_000

it('lists of very long texts are read in smaller pages, which lose nothing', async () => {
  const { body } = await send('POST', '/api/prompts', { title: 'Long', content: longText(0), category: 'general' })
  for (let n = 1; n < 8; n++) {
    expect((await send('PATCH', `/api/prompts/${body.id}`, { content: longText(n) })).status).toBe(200)
    await send('POST', '/api/prompts', { title: `Long ${n}`, content: longText(-n), category: 'general' })
  }

  const versions: number[] = []
  for (let before = ''; ; before = `&before=${versions.at(-1)}`) {
    const page = await testSite.request(`/api/prompts/${body.id}/versions?limit=100${before}`, { as: ada })
    expect(JSON.stringify(page.body).length).toBeLessThan(responseMax)
    if (page.body.length === 0) break
    versions.push(...page.body.map(({ version }: { version: number }) => version))
  }
  expect(versions).toEqual([8, 7, 6, 5, 4, 3, 2, 1])

  const titles: string[] = []
  for (let cursor = ''; ; ) {
    const page = await testSite.request(`/api/user/prompts?limit=100${cursor}`, { as: ada })
    expect(page.body.items.length).toBeLessThan(6)
    titles.push(...page.body.items.map(({ title }: { title: string }) => title))
    if (page.body.nextCursor === null) break
    cursor = `&cursor=${page.body.nextCursor}`
  }
  expect(new Set(titles).size).toBe(8)

  const exported = await testSite.request('/api/user/prompts/export?format=json', { as: ada })
  expect(exported.body).toHaveLength(8)
})
