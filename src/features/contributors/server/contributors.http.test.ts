import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogueRetention } from '#features/catalogue/server/catalogue-retention.ts'
import { findDrifts } from '#features/catalogue/server/stored/recount-queries.ts'
import { aggregateCopies } from '#features/worksheet/server/aggregate-copies.ts'
import { deletedAccountId } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/db.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { refreshPeriods } from './refresh-periods.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

describe('the prompts of deleted accounts', () => {
  beforeAll(async () => {
    await testSite.addPrompt({ userId: await testSite.addUser('Present') })
    await testSite.addPrompt({ userId: deletedAccountId, title: 'Left behind' })
  })

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

describe('a contributor’s score', () => {
  const readPerson = async (name: string) => (await testSite.request(`/api/users/${name}`)).body.contributor
  const copy = (id: string, as?: string, from?: string) =>
    testSite.request(`/api/prompts/${id}/copy`, { method: 'POST', as, from })

  it('counts copies by others, and each prompt once that anybody copied, but not the author’s copies', async () => {
    const author = await testSite.addUser('Used')
    const [first, second] = [await testSite.addPrompt({ userId: author }), await testSite.addPrompt({ userId: author })]
    await testSite.addPrompt({ userId: author, title: 'Nobody used this' })
    await copy(first.id, author)
    for (const from of ['198.51.100.1', '198.51.100.2']) await copy(first.id, undefined, from)
    await copy(second.id, undefined, '198.51.100.1')
    await aggregateCopies(testSite.db, new Date())
    expect(await readPerson('Used')).toMatchObject({
      prompts: 3,
      copies: 3,
      used: 2,
      score: 5,
      bestPrompt: { slug: first.slug },
    })
    await testSite.request(`/api/prompts/${first.id}`, { method: 'DELETE', as: author })
    expect(await readPerson('Used')).toMatchObject({ copies: 1, used: 1, score: 2, bestPrompt: { slug: second.slug } })
    expect(await findDrifts(testSite.db)).toEqual([])
  })

  it('is 3 for each accepted edit, until the prompt is deleted for good', async () => {
    const [author, proposer] = [await testSite.addUser('Owner'), await testSite.addUser('Proposer')]
    await testSite.addPrompt({ userId: proposer })
    const content = 'Write a short letter to {{reader}}.'
    const { body: prompt } = await testSite.request('/api/prompts', {
      method: 'POST',
      as: author,
      json: { title: 'Write a letter', content, category: 'general' },
    })
    const { body: edit } = await testSite.request(`/api/prompts/${prompt.id}/change-requests`, {
      method: 'POST',
      as: proposer,
      json: { baseVersion: 1, title: prompt.title, description: '', content: `${content} Be kind.`, reason: 'Kinder.' },
    })
    const json = { revision: 1, version: 1 }
    for (const _ of ['accept', 'repeat'])
      await testSite.request(`/api/change-requests/${edit.id}/accept`, { method: 'POST', as: author, json })
    expect(await readPerson('Proposer')).toMatchObject({ edits: 1, score: 3 })
    await refreshPeriods(testSite.db, new Date())
    const { body: week } = await testSite.request('/api/top-contributors?period=week')
    expect(week.items).toContainEqual(expect.objectContaining({ username: 'Proposer', edits: 1, score: 3 }))
    expect(await findDrifts(testSite.db)).toEqual([])

    await testSite.request(`/api/prompts/${prompt.id}`, { method: 'DELETE', as: author })
    const prompts = catalogueRetention.find(({ table }) => table === 'prompts')
    if (!prompts || !('deleteSome' in prompts)) throw new Error('No retention of prompts')
    await inTransaction(testSite.db, (tx) => prompts.deleteSome(tx, new Date(Date.now() + 40 * 86_400_000), 10))
    expect(await readPerson('Proposer')).toMatchObject({ edits: 0, score: 0 })
    expect(await findDrifts(testSite.db)).toEqual([])
  })
})
