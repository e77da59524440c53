import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PromptStatus } from '#features/catalogue/rules.ts'
import type { Role } from '#platform/actor.ts'
import { listAuditEntries } from '#platform/audit.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
const people: Record<string, string | undefined> = { visitor: undefined }
beforeAll(async () => {
  testSite = await createTestSite()
  for (const name of ['other', 'author', 'moderator', 'admin']) {
    people[name] = await testSite.addUser(name)
    const role = (['moderator', 'admin'] as Role[]).find((known) => known === name) ?? 'user'
    await testSite.db.updateTable('users').set({ role }).where('username', '=', name).execute()
  }
})
afterAll(() => testSite.close())

const actors = ['visitor', 'other', 'author', 'moderator', 'admin'] as const
type StatusCodes = readonly [visitor: number, other: number, author: number, moderator: number, admin: number]

const actions: Record<string, (id: string, as: string | undefined) => Promise<{ status: number }>> = {
  read: (id, as) => testSite.request(`/api/prompts/${id}`, { as }),
  versions: (id, as) => testSite.request(`/api/prompts/${id}/versions`, { as }),
  edit: (id, as) =>
    testSite.request(`/api/prompts/${id}`, { method: 'PATCH', as, json: { title: `Edited by ${as}`.slice(0, 60) } }),
  publish: (id, as) => testSite.request(`/api/prompts/${id}`, { method: 'PATCH', as, json: { status: 'published' } }),
  withdraw: (id, as) => testSite.request(`/api/prompts/${id}`, { method: 'PATCH', as, json: { status: 'draft' } }),
  delete: (id, as) => testSite.request(`/api/prompts/${id}`, { method: 'DELETE', as }),
  restore: (id, as) => testSite.request(`/api/prompts/${id}/restore`, { method: 'POST', as }),
}

/**
 * Adds a prompt by the author. For a deleted prompt, adds a published prompt or a draft, which the author then deletes.
 */
async function addPrompt(status: PromptStatus | 'a deleted draft') {
  const before = status === 'a deleted draft' ? 'draft' : 'published'
  if (status !== 'deleted' && status !== 'a deleted draft')
    return testSite.addPrompt({ userId: people.author as string, status })
  const prompt = await testSite.addPrompt({ userId: people.author as string, status: before })
  await actions.delete?.(prompt.id, people.author)
  return prompt
}

const matrix: [action: string, status: PromptStatus | 'a deleted draft', expected: StatusCodes][] = [
  ['read', 'published', [200, 200, 200, 200, 200]],
  ['read', 'draft', [404, 404, 200, 404, 200]],
  ['read', 'pending', [404, 404, 200, 200, 200]],
  ['read', 'removed', [404, 404, 200, 200, 200]],
  ['read', 'deleted', [404, 404, 200, 200, 200]],
  ['versions', 'published', [200, 200, 200, 200, 200]],
  ['versions', 'draft', [404, 404, 200, 404, 200]],
  ['edit', 'published', [401, 403, 200, 200, 200]],
  ['edit', 'draft', [401, 404, 200, 404, 200]],
  ['edit', 'pending', [401, 404, 200, 200, 200]],
  ['edit', 'removed', [401, 404, 200, 200, 200]],
  ['edit', 'deleted', [401, 404, 409, 409, 409]],
  ['publish', 'published', [401, 403, 200, 200, 200]],
  ['publish', 'draft', [401, 404, 200, 404, 403]],
  ['publish', 'pending', [401, 404, 200, 200, 200]],
  ['publish', 'removed', [401, 404, 403, 200, 200]],
  ['publish', 'deleted', [401, 404, 403, 403, 403]],
  ['withdraw', 'published', [401, 403, 200, 403, 403]],
  ['withdraw', 'draft', [401, 404, 200, 404, 200]],
  ['withdraw', 'pending', [401, 404, 200, 403, 403]],
  ['withdraw', 'removed', [401, 404, 403, 403, 403]],
  ['delete', 'published', [401, 403, 204, 204, 204]],
  ['delete', 'draft', [401, 404, 204, 404, 204]],
  ['delete', 'pending', [401, 404, 204, 204, 204]],
  ['delete', 'removed', [401, 404, 204, 204, 204]],
  ['delete', 'deleted', [401, 404, 204, 204, 204]],
  ['restore', 'published', [401, 403, 200, 200, 200]],
  ['restore', 'draft', [401, 404, 200, 404, 200]],
  ['restore', 'deleted', [401, 404, 200, 200, 200]],
  ['restore', 'a deleted draft', [401, 404, 200, 404, 200]],
]

describe('the API for prompts', () => {
  it.each(matrix)('lets only the expected people act: action “%s”, prompt “%s”', async (action, status, expected) => {
    const statusCodes: number[] = []
    for (const person of actors) {
      const prompt = await addPrompt(status)
      statusCodes.push((await (actions[action] as (typeof actions)[string])(prompt.id, people[person])).status)
    }
    expect(statusCodes).toEqual(expected)
  })

  it('allows only signed-in users to write', async () => {
    const json = { title: 'Something new', content: 'A text that is long enough.', category: 'general' }
    const statusCodes = []
    for (const person of actors)
      statusCodes.push((await testSite.request('/api/prompts', { method: 'POST', as: people[person], json })).status)
    expect(statusCodes).toEqual([401, 201, 201, 201, 201])
  })

  it('lets other moderators, but not the author, bring back a prompt that a moderator deleted or removed', async () => {
    const deleted = await testSite.addPrompt({ userId: people.author as string })
    await actions.delete?.(deleted.id, people.moderator)
    expect((await actions.restore?.(deleted.id, people.author))?.status).toBe(403)
    expect((await actions.restore?.(deleted.id, people.moderator))?.status).toBe(200)
    const removed = await testSite.addPrompt({ userId: people.moderator as string, status: 'removed' })
    expect((await actions.publish?.(removed.id, people.moderator))?.status).toBe(403)
    expect((await actions.publish?.(removed.id, people.admin))?.status).toBe(200)
  })

  it('records in the audit log what moderators do with others’ prompts, not what authors do', async () => {
    const prompt = await testSite.addPrompt({ userId: people.author as string })
    for (const action of ['edit', 'delete', 'restore']) await actions[action]?.(prompt.id, people.moderator)
    for (const action of ['edit', 'delete', 'restore']) await actions[action]?.(prompt.id, people.author)
    const { items } = await listAuditEntries(testSite.db, { target: { kind: 'prompt', id: prompt.id } }, { limit: 10 })
    const entries = items.map(({ action, actor }) => [action, actor.id])
    expect(entries).toEqual(
      ['prompt.restore', 'prompt.delete', 'prompt.edit'].map((action) => [action, people.moderator]),
    )
  })

  it('shows the author why a prompt was removed, until it is published again', async () => {
    const prompt = await testSite.addPrompt({ userId: people.author as string, status: 'removed' })
    await testSite.db
      .updateTable('prompts')
      .set({ removedReason: 'An advertisement.' })
      .where('id', '=', prompt.id)
      .execute()
    const reason = async (as: string | undefined) =>
      (await testSite.request(`/api/prompts/${prompt.id}`, { as })).body.removedReason
    expect(await reason(people.author)).toBe('An advertisement.')
    await actions.publish?.(prompt.id, people.moderator)
    expect(await reason(undefined)).toBe(null)
  })
})
