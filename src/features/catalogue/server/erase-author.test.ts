import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { siteAccountId } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/db.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { eraseAuthor } from './erase-author.ts'
import { findDrifts } from './stored/recount-queries.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

/**
 * Adds a user with a prompt of each status except `deleted`, with somebody else's fork of one of these prompts, and
 * with the user's edit of that fork.
 */
async function addPerson(name: string) {
  const userId = await testSite.addUser(name)
  const published = await testSite.addPrompt({ userId, title: `Shown by ${name}`, tags: ['kept'] })
  await testSite.db.updateTable('prompts').set({ copies: 7, votesUp: 3 }).where('id', '=', published.id).execute()
  await testSite.db.updateTable('authorTotals').set({ copies: 7, votes: 3 }).where('userId', '=', userId).execute()
  for (const status of ['draft', 'pending', 'removed'] as const) await testSite.addPrompt({ userId, status })
  const fork = await testSite.addPrompt({ title: `Made from ${name}`, forkOf: published.id })
  await testSite.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', userId).execute()
  await testSite.request(`/api/prompts/${fork.id}`, {
    method: 'PATCH',
    as: userId,
    json: { title: `Edited by ${name}` },
  })
  return { userId, published, fork }
}

const deleteUser = (userId: string, prompts: 'keep' | 'delete') =>
  inTransaction(testSite.db, async (tx) => {
    await eraseAuthor(tx, userId, { prompts, newOwnerId: siteAccountId })
    // This fails if a foreign key without an `on delete` action still refers to the user.
    await tx.deleteFrom('users').where('id', '=', userId).execute()
  })

describe('a user who deletes their account', () => {
  it('passes their published prompts and their edits to another account, and all counts stay correct', async () => {
    const { userId, published, fork } = await addPerson('ada')
    await deleteUser(userId, 'keep')
    expect((await testSite.request(`/api/prompts/${published.slug}`)).body.user.username).toBe('promptarium')
    expect((await testSite.request(`/api/prompts/${fork.id}`)).body.forkOf.title).toBe('Shown by ada')
    expect((await testSite.request(`/api/prompts/${fork.id}/versions`)).body[0].user.username).toBe('promptarium')
    expect((await testSite.request('/api/users/ada')).status).toBe(404)
    expect(await findDrifts(testSite.db)).toEqual([])
  })

  it('can delete their published prompts too, and forks of them stay', async () => {
    const { userId, published, fork } = await addPerson('bob')
    await deleteUser(userId, 'delete')
    expect((await testSite.request(`/api/prompts/${published.slug}`)).status).toBe(404)
    expect((await testSite.request(`/api/prompts/${fork.id}`)).body.forkOf).toBe(null)
    expect(await findDrifts(testSite.db)).toEqual([])
  })
})
