import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import type { Notification } from '../contract.ts'
import { deliverEvents } from './deliver-events.ts'

let testSite: TestSite
let moderator: string
let personCount = 0
let textCount = 0
let now = new Date('2026-05-04T08:00:00Z')
beforeAll(async () => {
  testSite = await createTestSite({ now: () => now })
  moderator = await testSite.addUser('moderator', 'moderator')
})
afterAll(() => testSite.close())
beforeEach(() => {
  now = new Date(now.getTime() + 3_600_000)
})

const addSomebody = async () => {
  const username = `person_${++personCount}`
  return { id: await testSite.addUser(username), username }
}
const send = async (as: string | undefined, method: string, path: string, json?: object) => {
  const response = await testSite.request(path, { as, method, json })
  if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`)
  return response.body
}
const deliver = () => deliverEvents(testSite.db, () => now)
const listOf = async (as: string): Promise<Notification[]> => (await send(as, 'GET', '/api/notifications')).items
const unreadOf = async (as: string) => (await send(as, 'GET', '/api/notifications/count')).unread
const block = (as: string, username: string) => send(as, 'PUT', `/api/user/blocks/${username}`, { kind: 'block' })

/** Posts a comment or a reply, and approves it as a moderator. Returns its id. */
async function comment(as: string, path: string, parentId?: string): Promise<string> {
  const content = `What I think of it, number ${++textCount}`
  const { id } = await send(as, 'POST', `${path}/comments`, { content, ...(parentId && { parentId }) })
  await send(moderator, 'PATCH', `/api/admin/comments/${id}`, { action: 'approve' })
  return id
}

describe('a reply', () => {
  it('notifies the comment’s author once everybody can see the reply, but not the reply’s own author', async () => {
    const [asker, helper] = [await addSomebody(), await addSomebody()]
    const title = `Replied to ${++textCount}`
    const { id, slug } = await testSite.addPrompt({ title })
    const path = `/api/prompts/${id}`
    const first = await comment(asker.id, path)
    const waiting = await send(helper.id, 'POST', `${path}/comments`, { content: 'It works for me', parentId: first })
    await deliver()
    expect(await listOf(asker.id)).toEqual([])
    await send(moderator, 'PATCH', `/api/admin/comments/${waiting.id}`, { action: 'approve' })
    await comment(asker.id, path, first)
    await deliver()
    expect(await listOf(asker.id)).toMatchObject([
      {
        kind: 'comment-answer',
        text: `${helper.username} replied to your comment`,
        title,
        path: `/prompt/${slug}#comments`,
      },
    ])
    expect(await listOf(helper.id)).toEqual([])
  })

  it('on a tool has a notification that links to the tool', async () => {
    const [asker, helper] = [await addSomebody(), await addSomebody()]
    const { id, slug, name } = await testSite.addTool()
    await comment(helper.id, `/api/tools/${id}`, await comment(asker.id, `/api/tools/${id}`))
    await deliver()
    expect(await listOf(asker.id)).toMatchObject([{ title: name, path: `/tools/${slug}#comments` }])
  })

  it('has no visible notification while it or its subject is hidden, or if its author blocks the receiver', async () => {
    const [asker, helper] = [await addSomebody(), await addSomebody()]
    const { id } = await testSite.addPrompt()
    const reply = await comment(helper.id, `/api/prompts/${id}`, await comment(asker.id, `/api/prompts/${id}`))
    await deliver()
    const counts = [await unreadOf(asker.id)]
    const hide = async (change: ReturnType<typeof sql>, undo: ReturnType<typeof sql>) => {
      await change.execute(testSite.db)
      counts.push(await unreadOf(asker.id), (await listOf(asker.id)).length)
      await undo.execute(testSite.db)
    }
    await hide(
      sql`update comments set state = 'removed', removed_reason = 'spam' where id = ${reply}`,
      sql`update comments set state = 'shown', removed_reason = null where id = ${reply}`,
    )
    await hide(
      sql`update prompts set status = 'removed', removed_reason = 'spam' where id = ${id}`,
      sql`update prompts set status = 'published', removed_reason = null where id = ${id}`,
    )
    counts.push(await unreadOf(asker.id))
    await block(helper.id, asker.username)
    counts.push(await unreadOf(asker.id))
    expect(counts).toEqual([1, 0, 0, 0, 0, 1, 0])
  })
})

describe('a collection', () => {
  const addCollection = async (as: string, visibility: string) =>
    send(as, 'POST', '/api/collections', { title: `Collected ${++textCount}`, visibility })
  const addItem = async (as: string, collectionId: string) => {
    const { id } = await testSite.addPrompt()
    await send(as, 'POST', `/api/collections/${collectionId}/items`, { kind: 'prompt', id })
  }
  const follow = (as: string, id: string) =>
    testSite.request(`/api/user/follows/collection/${id}`, { as, method: 'PUT' })

  it('notifies its followers of new items, with one notification for several, and never its owner', async () => {
    const [owner, follower] = [await addSomebody(), await addSomebody()]
    const { id, slug, title } = await addCollection(owner.id, 'public')
    for (const as of [owner.id, follower.id]) expect((await follow(as, id)).status).toBe(204)
    await addItem(owner.id, id)
    await addItem(owner.id, id)
    await deliver()
    expect(await listOf(owner.id)).toEqual([])
    expect(await listOf(follower.id)).toMatchObject([
      { kind: 'collection-item', text: `New in a collection by ${owner.username}`, title, path: `/collection/${slug}` },
    ])
  })

  it('can’t be followed while it is private, and its notifications disappear once it becomes private', async () => {
    const [owner, follower] = [await addSomebody(), await addSomebody()]
    const hidden = await addCollection(owner.id, 'private')
    expect((await follow(follower.id, hidden.id)).status).toBe(404)
    const { id } = await addCollection(owner.id, 'unlisted')
    await follow(follower.id, id)
    await addItem(owner.id, id)
    await deliver()
    expect(await unreadOf(follower.id)).toBe(1)
    await send(owner.id, 'PATCH', `/api/collections/${id}`, { visibility: 'private' })
    await addItem(owner.id, id)
    await deliver()
    expect([await unreadOf(follower.id), await listOf(follower.id)]).toEqual([0, []])
    expect((await send(follower.id, 'GET', '/api/user/follows')).items).toEqual([])
  })

  it('has no visible notifications if its owner blocks the follower or a moderator removes it', async () => {
    const [owner, follower] = [await addSomebody(), await addSomebody()]
    const { id } = await addCollection(owner.id, 'public')
    await follow(follower.id, id)
    await addItem(owner.id, id)
    await deliver()
    await sql`update collections set removed_reason = 'spam' where id = ${id}`.execute(testSite.db)
    expect(await unreadOf(follower.id)).toBe(0)
    await sql`update collections set removed_reason = null where id = ${id}`.execute(testSite.db)
    expect(await unreadOf(follower.id)).toBe(1)
    await block(owner.id, follower.username)
    await addItem(owner.id, id)
    await deliver()
    expect(await unreadOf(follower.id)).toBe(0)
  })

  it('is linked in its owner’s notification of a removal or restoration, but not in the reporter’s', async () => {
    const [owner, reporter] = [await addSomebody(), await addSomebody()]
    const { id, slug, title } = await addCollection(owner.id, 'public')
    await addItem(owner.id, id)
    await send(reporter.id, 'POST', '/api/reports', { collectionId: id, reason: 'spam' })
    const [reported] = (await send(moderator, 'GET', '/api/admin/reports')).items
    await send(moderator, 'POST', `/api/admin/reports/${reported.id}`, { action: 'remove' })
    await deliver()
    const about = { title, path: `/collection/${slug}` }
    expect(await listOf(owner.id)).toMatchObject([{ text: 'A moderator removed your collection', ...about }])
    expect(await listOf(reporter.id)).toMatchObject([
      { text: 'What you reported was removed', title: null, path: null },
    ])
    await send(moderator, 'PATCH', `/api/admin/collections/${id}`, { removedReason: null })
    await deliver()
    expect((await listOf(owner.id))[0]).toMatchObject({ text: 'A moderator restored your collection', ...about })
  })
})

it('a block hides two members’ comments from each other, but not from others, and prevents replies', async () => {
  const [one, other, third] = [await addSomebody(), await addSomebody(), await addSomebody()]
  const { id } = await testSite.addPrompt()
  const path = `/api/prompts/${id}`
  const first = await comment(one.id, path)
  await comment(other.id, path)
  await comment(third.id, path, first)
  await block(one.id, other.username)
  const countSeen = async (as?: string) => (await send(as, 'GET', `${path}/comments`)).items.length
  expect(await Promise.all([one.id, other.id, third.id, undefined].map(countSeen))).toEqual([1, 1, 2, 2])
  const reply = { content: 'A reply to somebody blocked', parentId: first }
  expect((await testSite.request(`${path}/comments`, { as: other.id, method: 'POST', json: reply })).status).toBe(404)
})
