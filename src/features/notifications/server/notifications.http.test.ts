import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { deleteOldData } from '#test/delete-old-data.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { tickingClock } from '#test/ticking-clock.ts'
import type { Notification } from '../contract.ts'
import { notificationLimits } from '../rules.ts'
import { deliverBatch, deliverEvents } from './deliver-events.ts'
import { notificationRetention } from './notification-retention.ts'
import { recordEvent } from './record-event.ts'

let testSite: TestSite
const clock = tickingClock('2026-05-04T08:00:00Z')
beforeAll(async () => {
  testSite = await createTestSite({ now: clock.now })
})
afterAll(() => testSite.close())

let personCount = 0
const addSomebody = async () => {
  const username = `person_${++personCount}`
  return { id: await testSite.addUser(username), username }
}
const send = async (as: string, method: string, path: string, json?: unknown) => {
  const response = await testSite.request(path, { as, method, json })
  if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`)
  return response.body
}
/** Adds to the number of notifications that the member got today. */
const countMore = (userId: string, count: number) =>
  sql`update notification_receivers set delivered = delivered + ${count} where user_id = ${userId}`.execute(testSite.db)
let textCount = 0
const publish = (as: string, more: object = {}) =>
  send(as, 'POST', '/api/prompts', {
    title: `Write a letter, number ${++textCount}`,
    content: `Write a letter about subject number ${textCount} to {{reader}}.`,
    category: 'general',
    ...more,
  })
const edit = (as: string, id: string) =>
  send(as, 'PATCH', `/api/prompts/${id}`, { description: `Description number ${++textCount}.` })
const follow = (as: string, kind: string, name: string) =>
  send(as, 'PUT', `/api/user/follows/${kind}/${encodeURIComponent(name)}`)
const deliver = () => deliverEvents(testSite.db, testSite.now)
const listOf = async (as: string, query = ''): Promise<Notification[]> =>
  (await send(as, 'GET', `/api/notifications${query}`)).items
const unreadOf = async (as: string) => (await send(as, 'GET', '/api/notifications/count')).unread
const block = (as: string, username: string, kind = 'block') =>
  send(as, 'PUT', `/api/user/blocks/${username}`, { kind })

describe('members are notified', () => {
  it('once of each new prompt by people, in categories and with tags that they follow, and never of their own', async () => {
    const [author, personFollower, categoryAndTagFollower, tagFollower, nonFollower] = [
      await addSomebody(),
      await addSomebody(),
      await addSomebody(),
      await addSomebody(),
      await addSomebody(),
    ]
    await follow(personFollower.id, 'person', author.username.toUpperCase())
    await follow(categoryAndTagFollower.id, 'category', 'research')
    await follow(categoryAndTagFollower.id, 'tag', 'Rare-Tag')
    await follow(tagFollower.id, 'tag', 'rare-tag')
    await follow(author.id, 'tag', 'rare-tag')
    const prompt = await publish(author.id, { category: 'research', tags: ['rare-tag'] })
    await deliver()
    const expected = {
      kind: 'prompt-new',
      text: `New prompt by ${author.username}`,
      title: prompt.title,
      path: `/prompt/${prompt.slug}`,
      read: false,
    }
    for (const { id } of [personFollower, categoryAndTagFollower, tagFollower])
      expect(await listOf(id)).toMatchObject([expected])
    for (const { id } of [author, nonFollower]) expect(await listOf(id)).toEqual([])
  })

  it('of new versions of prompts that they saved, forked or follow, but not of drafts and imports', async () => {
    const [author, saver, forker, follower] = [
      await addSomebody(),
      await addSomebody(),
      await addSomebody(),
      await addSomebody(),
    ]
    const prompt = await publish(author.id)
    await send(saver.id, 'POST', '/api/favorites', { promptId: prompt.id })
    await publish(forker.id, { forkOf: prompt.id })
    await follow(follower.id, 'prompt', prompt.id)
    await deliver()
    await follow(saver.id, 'person', author.username)
    await publish(author.id, { status: 'draft' })
    await testSite.addPrompt({ userId: author.id })
    await deliver()
    expect(await listOf(saver.id)).toEqual([])
    await edit(author.id, prompt.id)
    await deliver()
    for (const { id } of [saver, forker, follower])
      expect(await listOf(id)).toMatchObject([{ kind: 'prompt-version', path: `/prompt/${prompt.slug}/history` }])
    expect(await listOf(author.id)).toEqual([])
  })

  it('of decisions on their prompts and reports, without titles that they may not see', async () => {
    const [author, reporter] = [await addSomebody(), await addSomebody()]
    const moderator = await testSite.addUser(`mo_${++personCount}`, 'moderator')
    const prompt = await publish(author.id)
    await send(reporter.id, 'POST', '/api/reports', { promptId: prompt.id, reason: 'spam' })
    const { items } = await send(moderator, 'GET', '/api/admin/reports?limit=100')
    const reportCase = items.find((one: { prompt: { id: string } }) => one.prompt.id === prompt.id)
    for (const _ of ['once', 'again'])
      await send(moderator, 'POST', `/api/admin/reports/${reportCase.id}`, { action: 'remove' })
    await deliver()
    expect(await listOf(author.id)).toMatchObject([{ text: 'A moderator removed your prompt', title: prompt.title }])
    expect(await listOf(reporter.id)).toMatchObject([
      { text: 'What you reported was removed', title: null, path: null },
    ])
    await send(moderator, 'POST', `/api/admin/reports/${reportCase.id}`, { action: 'reopen' })
    await deliver()
    expect((await listOf(author.id)).map(({ text }) => text)).toEqual(['A moderator restored your prompt'])
  })

  it('of no event that happened before they followed, even if it is delivered afterwards', async () => {
    const [author, follower] = [await addSomebody(), await addSomebody()]
    await publish(author.id)
    await follow(follower.id, 'person', author.username)
    await deliver()
    expect(await listOf(follower.id)).toEqual([])
  })

  it('of nothing while they are banned, and of no new version of a prompt whose fork they deleted', async () => {
    const [author, banned, forker] = [await addSomebody(), await addSomebody(), await addSomebody()]
    const { id } = await publish(author.id)
    await follow(banned.id, 'prompt', id)
    const fork = await publish(forker.id, { forkOf: id })
    await testSite.db.updateTable('users').set({ banned: true }).where('id', '=', banned.id).execute()
    await testSite.db.updateTable('prompts').set({ status: 'deleted' }).where('id', '=', fork.id).execute()
    await edit(author.id, id)
    await deliver()
    await testSite.db.updateTable('users').set({ banned: false }).where('id', '=', banned.id).execute()
    expect([await unreadOf(banned.id), await unreadOf(forker.id)]).toEqual([0, 0])
  })

  it('of no events of a kind that they switched off', async () => {
    const [author, follower] = [await addSomebody(), await addSomebody()]
    await follow(follower.id, 'person', author.username)
    await send(follower.id, 'PATCH', '/api/user/notification-settings', { off: ['prompt-new'] })
    await publish(author.id)
    await deliver()
    expect(await unreadOf(follower.id)).toBe(0)
    await send(follower.id, 'PATCH', '/api/user/notification-settings', { off: [] })
    await publish(author.id)
    await deliver()
    expect(await unreadOf(follower.id)).toBe(1)
  })
})

describe('an unread notification', () => {
  it('is replaced after a newer event of its thread, and keeps an older one from being marked as unread', async () => {
    const [author, follower] = [await addSomebody(), await addSomebody()]
    const prompt = await publish(author.id)
    await follow(follower.id, 'prompt', prompt.id)
    await deliver()
    for (const _ of [1, 2]) {
      await edit(author.id, prompt.id)
      await deliver()
    }
    const [first, ...others] = await listOf(follower.id)
    expect(others).toEqual([])
    const mark = (id: string, read: boolean) => send(follower.id, 'PATCH', `/api/notifications/${id}`, { read })
    for (const _ of ['once', 'again']) await mark(first?.id ?? '', true)
    expect(await unreadOf(follower.id)).toBe(0)
    await edit(author.id, prompt.id)
    await deliver()
    expect((await listOf(follower.id)).map(({ read }) => read)).toEqual([false, true])
    await mark(first?.id ?? '', false)
    expect((await listOf(follower.id)).map(({ read }) => read)).toEqual([false, true])
    expect(await listOf(follower.id, '?unread=true')).toHaveLength(1)
  })

  it('that came after the newest one seen stays unread after “Mark all as read”', async () => {
    const [author, follower] = [await addSomebody(), await addSomebody()]
    await follow(follower.id, 'person', author.username)
    await publish(author.id)
    await deliver()
    const [seen] = await listOf(follower.id)
    await publish(author.id)
    await deliver()
    await send(follower.id, 'POST', '/api/notifications/read', { until: seen?.createdAt })
    expect((await listOf(follower.id)).map(({ read }) => read)).toEqual([false, true])
  })
})

describe('permissions to read', () => {
  it('a notification about a prompt is listed and counted only while the prompt is published', async () => {
    const [author, follower] = [await addSomebody(), await addSomebody()]
    await follow(follower.id, 'person', author.username)
    const prompt = await publish(author.id)
    await deliver()
    const statuses = ['draft', 'published'] as const
    const counts = []
    for (const status of statuses) {
      await send(author.id, 'PATCH', `/api/prompts/${prompt.id}`, { status })
      counts.push([await unreadOf(follower.id), (await listOf(follower.id)).length])
    }
    expect(counts).toEqual([
      [0, 0],
      [1, 1],
    ])
  })

  it.each(['block', 'mute'])('a %s hides earlier notifications, and prevents new ones while it lasts', async (kind) => {
    const [author, follower] = [await addSomebody(), await addSomebody()]
    for (const [one, other] of [
      [author, follower],
      [follower, author],
    ] as const)
      await follow(one.id, 'person', other.username)
    for (const { id } of [author, follower]) await publish(id)
    await deliver()
    await block(follower.id, author.username, kind)
    for (const { id } of [author, follower]) await publish(id)
    await deliver()
    expect(await unreadOf(follower.id)).toBe(0)
    expect(await unreadOf(author.id)).toBe(kind === 'block' ? 0 : 2)
    await send(follower.id, 'DELETE', `/api/user/blocks/${author.username}`)
    expect(await unreadOf(follower.id)).toBe(1)
  })

  it('a block during the delivery hides notifications that were delivered before', async () => {
    const author = await addSomebody()
    const followers = await Promise.all(Array.from({ length: 6 }, () => addSomebody()))
    for (const { id } of followers) await follow(id, 'person', author.username)
    await publish(author.id)
    await deliverBatch(testSite.db, testSite.now(), { limit: 2 })
    for (const { id } of followers) await block(id, author.username)
    await deliver()
    expect(await Promise.all(followers.map(({ id }) => unreadOf(id)))).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('members can read and mark only their own notifications, and visitors none', async () => {
    const [author, follower, otherMember] = [await addSomebody(), await addSomebody(), await addSomebody()]
    await follow(follower.id, 'person', author.username)
    await publish(author.id)
    await deliver()
    const [one] = await listOf(follower.id)
    await send(otherMember.id, 'PATCH', `/api/notifications/${one?.id}`, { read: true })
    await send(otherMember.id, 'POST', '/api/notifications/read', { until: new Date(clock.time).toISOString() })
    expect([await listOf(otherMember.id), await unreadOf(follower.id)]).toEqual([[], 1])
    for (const path of ['/api/notifications', '/api/notifications/count', '/api/user/follows', '/api/user/blocks'])
      expect((await testSite.request(path)).status).toBe(401)
  })
})

describe('delivering', () => {
  it('in several concurrent calls gives each receiver one notification of each event', async () => {
    const author = await addSomebody()
    const followers = await Promise.all(Array.from({ length: 12 }, () => addSomebody()))
    for (const { id } of followers) await follow(id, 'person', author.username)
    for (const _ of [1, 2, 3]) await publish(author.id)
    const deliverInBatches = async () => {
      while (await deliverBatch(testSite.db, testSite.now(), { limit: 4 }));
    }
    await Promise.all(Array.from({ length: 6 }, deliverInBatches))
    // Delivers what may be left: a call ends as soon as others have locked all pending events.
    await deliver()
    for (const { id } of followers) expect(await unreadOf(id)).toBe(3)
  })

  it('enforces the daily limit even in concurrent calls, and continues the next day', async () => {
    const receiver = await addSomebody()
    const record = (count: number) =>
      inTransaction(testSite.db, async (tx) => {
        for (let number = 0; number < count; number++)
          await recordEvent(tx, {
            kind: 'decision',
            outcome: 'report-dismissed',
            subjectId: newId(),
            actorId: null,
            promptId: null,
            receiverIds: [receiver.id],
            now: testSite.now(),
          })
      })
    await record(1)
    await deliver()
    const left = notificationLimits.counted + 5
    await countMore(receiver.id, notificationLimits.addressedPerDay - 1 - left)
    await record(left + 10)
    await Promise.all([1, 2, 3, 4].map(deliver))
    await deliver()
    const count = async () => (await send(receiver.id, 'GET', '/api/notifications')).total
    expect(await count()).toBe(1 + left)
    expect(await unreadOf(receiver.id)).toBe(notificationLimits.counted + 1)
    clock.time += 86_400_000
    await record(1)
    await deliver()
    expect(await count()).toBe(1 + left + 1)
  })

  it('doesn’t count replacements toward the daily limit, which is higher for events addressed to the member', async () => {
    const [author, follower] = [await addSomebody(), await addSomebody()]
    await follow(follower.id, 'person', author.username)
    const { id } = await publish(author.id)
    const record = (kind: 'prompt-version' | 'prompt-new', subjectId: string) =>
      inTransaction(testSite.db, (tx) =>
        recordEvent(tx, { kind, subjectId, actorId: author.id, promptId: id, now: testSite.now() }),
      )
    await send(follower.id, 'POST', '/api/favorites', { promptId: id })
    for (let times = 0; times < 5; times++) await record('prompt-version', id)
    await deliver()
    expect((await listOf(follower.id)).map(({ kind }) => kind).sort()).toEqual(['prompt-new', 'prompt-version'])
    // Two notifications count so far. This leaves room for two more.
    await countMore(follower.id, notificationLimits.perDay - 4)
    for (let times = 0; times < 3; times++) await record('prompt-new', newId())
    const decision = { kind: 'decision', outcome: 'report-dismissed', actorId: null, promptId: null } as const
    await inTransaction(testSite.db, (tx) =>
      recordEvent(tx, { ...decision, subjectId: newId(), receiverIds: [follower.id], now: testSite.now() }),
    )
    await deliver()
    expect((await send(follower.id, 'GET', '/api/notifications')).total).toBe(2 + 2 + 1)
    expect((await listOf(follower.id))[0]?.kind).toBe('decision')
  })

  it('never waits for an account that is being deleted', async () => {
    const [author, leavingMember, other] = [await addSomebody(), await addSomebody(), await addSomebody()]
    for (const { id } of [leavingMember, other]) await follow(id, 'person', author.username)
    await publish(author.id)
    await inTransaction(testSite.db, async (tx) => {
      await sql`select from users where id = ${leavingMember.id} for update`.execute(tx)
      await deliver()
    })
    expect([await unreadOf(other.id), await unreadOf(leavingMember.id)]).toEqual([1, 0])
  })
})

describe('notifications', () => {
  it('are listed page by page, newest first', async () => {
    const [author, follower] = [await addSomebody(), await addSomebody()]
    await follow(follower.id, 'person', author.username)
    for (const _ of [1, 2, 3, 4, 5]) await publish(author.id)
    await deliver()
    const first = await send(follower.id, 'GET', '/api/notifications?limit=3')
    const second = await send(follower.id, 'GET', `/api/notifications?limit=3&cursor=${first.nextCursor}`)
    const times = [...first.items, ...second.items].map(({ createdAt }: Notification) => createdAt)
    expect([first.total, times.length, second.nextCursor]).toEqual([5, 5, null])
    expect(times).toEqual(times.toSorted().toReversed())
  })

  it('are deleted together with their events after 90 days', async () => {
    const [author, follower] = [await addSomebody(), await addSomebody()]
    await follow(follower.id, 'person', author.username)
    await publish(author.id)
    await deliver()
    await deleteOldData(testSite.db, notificationRetention, new Date(clock.time + 89 * 86_400_000))
    expect(await unreadOf(follower.id)).toBe(1)
    await deleteOldData(testSite.db, notificationRetention, new Date(clock.time + 90 * 86_400_000 + 1000))
    expect(await unreadOf(follower.id)).toBe(0)
    const { rows } = await sql`select from notification_events`.execute(testSite.db)
    expect(rows).toHaveLength(0)
  })
})
