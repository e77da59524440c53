import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deletedAccountId } from '#platform/actor.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
  await testSite.addPrompt({ userId: await testSite.addUser('Present') })
  await testSite.addPrompt({ userId: deletedAccountId, title: 'Left behind' })
})
afterAll(() => testSite.close())

describe('the prompts of deleted accounts', () => {
  it('belong to "deleted-user"', async () => {
    const { status, body } = await testSite.request('/api/users/deleted-user')
    expect(status).toBe(200)
    expect(body.prompts.items).toMatchObject([{ title: 'Left behind', user: { username: 'deleted-user' } }])
  })

  it('add no contributor to the list, its total, the number in the footer or search results', async () => {
    const { body } = await testSite.request('/api/top-contributors')
    expect(body.items.map(({ username }: { username: string }) => username)).toEqual(['Present'])
    expect(body.total).toBe(1)
    expect((await testSite.request('/api/footer')).body.stats.contributors).toBe(1)
    expect((await testSite.request('/api/search?q=deleted-user')).body.people).toEqual([])
  })
})
