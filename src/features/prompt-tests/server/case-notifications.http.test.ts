import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliverEvents } from '#features/notifications/server/deliver-events.ts'
import { siteAccountId } from '#platform/actor.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { tickingClock } from '#test/ticking-clock.ts'

let testSite: TestSite
const clock = tickingClock('2026-05-04T08:00:00Z')
beforeAll(async () => {
  testSite = await createTestSite({ now: clock.now })
})
afterAll(() => testSite.close())

let count = 0
const addPerson = async (role?: 'moderator') => {
  const username = `person_${++count}`
  return { id: await testSite.addUser(username, role), username }
}
const send = (as: string, method: string, path: string, json?: unknown) => testSite.request(path, { as, method, json })
const publish = async (author: string) => {
  const json = { title: `Tested ${++count}`, content: `Text ${count} for {{name}}.`, category: 'general' }
  return (await send(author, 'POST', '/api/prompts', json)).body as { id: string; slug: string; title: string }
}
const draft = { reason: 'It greets by name', values: { name: 'Ada' }, checks: [{ kind: 'contains', text: 'Ada' }] }
const casesPath = (slug: string, path = '') => `/api/prompts/${slug}/tests/cases${path}`
const propose = (as: string, slug: string) => send(as, 'POST', casesPath(slug), draft)
/** Deletes a test case, or declines or withdraws a proposal, depending on its status and on who calls. */
const remove = (as: string, slug: string, id: string) => send(as, 'DELETE', casesPath(slug, `/${id}`))
const accept = (as: string, slug: string, id: string) => send(as, 'POST', casesPath(slug, `/${id}/accept`))
const notificationsOf = async (as: string): Promise<{ kind: string; text: string; title: string; path: string }[]> => {
  await deliverEvents(testSite.db, testSite.now)
  return (await send(as, 'GET', '/api/notifications')).body.items
}
const textsFor = async (as: string) => (await notificationsOf(as)).map(({ text }) => text)

it('an author gets one notification about all open proposals for a prompt, and a proposer gets one about each decision', async () => {
  const [author, ada, bo] = [await addPerson(), await addPerson(), await addPerson()]
  const { slug, title } = await publish(author.id)
  const one = (await propose(ada.id, slug)).body
  const two = (await propose(ada.id, slug)).body
  const three = (await propose(bo.id, slug)).body
  expect(await notificationsOf(author.id)).toEqual([
    expect.objectContaining({
      kind: 'test-case',
      text: expect.stringMatching(
        new RegExp(`^(${ada.username}|${bo.username}) proposed a test case for your prompt$`),
      ),
      title,
      path: `/prompt/${slug}/tests`,
    }),
  ])
  for (const _ of ['once', 'again']) expect((await accept(author.id, slug, one.id)).status).toBe(200)
  expect((await remove(author.id, slug, two.id)).status).toBe(204)
  expect((await remove(author.id, slug, two.id)).status).toBe(404)
  expect(await textsFor(ada.id)).toEqual(['Your test case was declined', 'Your test case was accepted'])
  expect((await notificationsOf(ada.id))[0]).toMatchObject({ kind: 'test-case-answer', path: `/prompt/${slug}/tests` })
  expect(await textsFor(bo.id)).toEqual([])
  // Nobody is notified if a member withdraws their own proposal.
  expect((await remove(bo.id, slug, three.id)).status).toBe(204)
  expect(await textsFor(bo.id)).toEqual([])
})

it('nobody is notified of the author’s own cases, of deleted accepted cases, or of proposals for prompts of the site account', async () => {
  const [author, ada] = [await addPerson(), await addPerson()]
  const { id, slug } = await publish(author.id)
  const own = (await propose(author.id, slug)).body
  expect(await textsFor(author.id)).toEqual([])
  const proposed = (await propose(ada.id, slug)).body
  await accept(author.id, slug, proposed.id)
  const before = [await textsFor(author.id), await textsFor(ada.id)]
  for (const one of [own, proposed]) expect((await remove(author.id, slug, one.id)).status).toBe(204)
  expect([await textsFor(author.id), await textsFor(ada.id)]).toEqual(before)
  await testSite.db.updateTable('prompts').set({ userId: siteAccountId }).where('id', '=', id).execute()
  expect((await propose(ada.id, slug)).status).toBe(201)
  const events = testSite.db.selectFrom('notificationEvents').select('id').where('receiverId', '=', siteAccountId)
  expect(await events.execute()).toEqual([])
})

it('a notification about a moderator’s decision doesn’t name the moderator', async () => {
  const [author, ada, moderator] = [await addPerson(), await addPerson(), await addPerson('moderator')]
  const { slug } = await publish(author.id)
  const { id } = (await propose(ada.id, slug)).body
  // If the notification named the moderator, this block would hide it.
  await send(ada.id, 'PUT', `/api/user/blocks/${moderator.username}`, { kind: 'block' })
  await accept(moderator.id, slug, id)
  expect(await textsFor(ada.id)).toEqual(['Your test case was accepted'])
})

it('members see no notifications of kinds they switched off, or about actions of people they muted or blocked', async () => {
  const [author, ada, bo] = [await addPerson(), await addPerson(), await addPerson()]
  const { slug } = await publish(author.id)
  await send(author.id, 'PUT', `/api/user/blocks/${bo.username}`, { kind: 'mute' })
  const proposal = (await propose(bo.id, slug)).body
  expect(await textsFor(author.id)).toEqual([])
  await send(bo.id, 'PATCH', '/api/user/notification-settings', { off: ['test-case-answer'] })
  await accept(author.id, slug, proposal.id)
  expect(await textsFor(bo.id)).toEqual([])

  await propose(ada.id, slug)
  expect(await textsFor(author.id)).toHaveLength(1)
  await send(author.id, 'PUT', `/api/user/blocks/${ada.username}`, { kind: 'block' })
  expect(await textsFor(author.id)).toEqual([])
  const refused = await propose(ada.id, slug)
  expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining('can’t propose a case')])
})
