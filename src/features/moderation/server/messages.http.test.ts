import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listAuditEntries } from '#server/platform/audit.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let admin: string
let moderator: string
let aheadMs = 0
beforeAll(async () => {
  testSite = await createTestSite({ now: () => new Date(Date.now() + aheadMs) })
  admin = await testSite.addUser('root', 'admin')
  moderator = await testSite.addUser('mo', 'moderator')
})
afterAll(() => testSite.close())
beforeEach(() => testSite.db.deleteFrom('contactMessages').execute())

async function sendMessage(subject: string, as?: string) {
  aheadMs += 60_000
  const json = { name: 'Ada Byron', email: 'ada@example.org', subject, message: `Please read this about ${subject}.` }
  expect((await testSite.request('/api/contact', { method: 'POST', json, as })).status).toBe(202)
}
const listMessages = async (query = '') => (await testSite.request(`/api/admin/messages${query}`, { as: admin })).body
const markDone = (id: string, done: boolean, as = admin) =>
  testSite.request(`/api/admin/messages/${id}`, { method: 'PATCH', as, json: { done } })
const subjectsOf = (page: { items: { subject: string }[] }) => page.items.map(({ subject }) => subject)

describe('visitors’ messages', () => {
  it('are listed newest first, page by page, with writer and time', async () => {
    const member = await testSite.addUser('charles')
    for (const subject of ['kitchens', 'gardens']) await sendMessage(subject)
    await sendMessage('bridges', member)
    const first = await listMessages('?limit=2')
    const second = await listMessages(`?limit=2&cursor=${first.nextCursor}`)
    expect([first.total, subjectsOf(first), subjectsOf(second), second.nextCursor]).toEqual([
      3,
      ['bridges', 'gardens'],
      ['kitchens'],
      null,
    ])
    expect(first.items[0]).toMatchObject({ user: { username: 'charles' }, done: null })
    expect(first.items[1]).toMatchObject({
      name: 'Ada Byron',
      email: 'ada@example.org',
      message: 'Please read this about gardens.',
      user: null,
    })
  })

  it('are marked as done by the first admin only, and can be reopened', async () => {
    await sendMessage('kitchens')
    await sendMessage('gardens')
    const { id } = (await listMessages()).items[1]
    const { body } = await markDone(id, true)
    expect(body.done.user).toEqual({ username: 'root' })
    const other = await testSite.addUser('second', 'admin')
    expect((await markDone(id, true, other)).body.done).toEqual(body.done)
    expect([subjectsOf(await listMessages()), subjectsOf(await listMessages('?state=done'))]).toEqual([
      ['gardens'],
      ['kitchens'],
    ])
    expect((await markDone(id, false)).body.done).toBe(null)
    await markDone(id, false)
    expect(subjectsOf(await listMessages())).toEqual(['gardens', 'kitchens'])
    const { items } = await listAuditEntries(testSite.db, { target: { kind: 'message', id } }, { limit: 9 })
    expect(items.map(({ action }) => action)).toEqual(['message.reopen', 'message.done'])
  })

  it('are counted for admins only, and unknown ones are not found', async () => {
    await sendMessage('kitchens')
    const count = async (as: string) => (await testSite.request('/api/admin/overview', { as })).body.openMessages
    expect([await count(admin), await count(moderator)]).toEqual([1, null])
    expect((await markDone('01990000-0000-7000-8000-00000000abcd', true)).status).toBe(404)
  })

  it('stay readable after the admin who marked them is deleted', async () => {
    const leavingMember = await testSite.addUser('leaving', 'admin')
    await sendMessage('kitchens')
    await markDone((await listMessages()).items[0].id, true, leavingMember)
    await testSite.db.updateTable('users').set({ role: 'user' }).where('id', '=', leavingMember).execute()
    await testSite.db.deleteFrom('sessions').where('userId', '=', leavingMember).execute()
    await testSite.db.deleteFrom('users').where('id', '=', leavingMember).execute()
    expect((await listMessages('?state=done')).items[0].done.user).toBe(null)
  })
})
