import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listAuditEntries } from '#platform/audit.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let admin: string
let moderator: string
/** How far the test site's clock is ahead of the real time, in ms. */
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

describe('messages from the contact form', () => {
  it('are listed newest first, page by page, with their senders', async () => {
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

  it('name the first admin who marked them as done, and can be reopened', async () => {
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

  it('are counted for admins only, and an unknown id returns 404', async () => {
    await sendMessage('kitchens')
    const count = async (as: string) => (await testSite.request('/api/admin/overview', { as })).body.openMessages
    expect([await count(admin), await count(moderator)]).toEqual([1, null])
    expect((await markDone('01990000-0000-7000-8000-00000000abcd', true)).status).toBe(404)
  })

  it('stay readable after the admin who marked them as done is deleted', async () => {
    const leavingAdmin = await testSite.addUser('leaving', 'admin')
    await sendMessage('kitchens')
    await markDone((await listMessages()).items[0].id, true, leavingAdmin)
    await testSite.db.updateTable('users').set({ role: 'user' }).where('id', '=', leavingAdmin).execute()
    await testSite.db.deleteFrom('sessions').where('userId', '=', leavingAdmin).execute()
    await testSite.db.deleteFrom('users').where('id', '=', leavingAdmin).execute()
    expect((await listMessages('?state=done')).items[0].done.user).toBe(null)
  })
})

describe('a request for a link to choose a new password', () => {
  const requestLink = async (email: string) => {
    aheadMs += 60_000
    expect((await testSite.request('/api/password/forgot', { method: 'POST', json: { email } })).status).toBe(202)
    await testSite.runJobs()
  }
  const makeLink = (id: string, as = admin) =>
    testSite.request(`/api/admin/messages/${id}/reset-link`, { method: 'POST', as, json: {} })

  it('is listed for admins only, without the token, once while it is open, and only if the account exists', async () => {
    await testSite.addUser('lena')
    for (const email of ['lena@example.test', 'LENA@example.test', 'nobody@example.test']) await requestLink(email)
    const { items } = await listMessages()
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ name: 'lena', email: 'lena@example.test', message: '', asksForLink: true })
    expect(JSON.stringify(items)).not.toContain('token')
    expect((await testSite.request('/api/admin/messages', { as: moderator })).status).toBe(403)
    await markDone(items[0].id, true)
    await requestLink('lena@example.test')
    expect((await listMessages()).total).toBe(1)
  })

  it('lets an admin make a link that works once; the audit log names the admin but not the token', async () => {
    const member = await testSite.addUser('nils')
    await requestLink('nils@example.test')
    const { id } = (await listMessages()).items[0]
    expect((await makeLink(id, moderator)).status).toBe(403)
    const { status, body } = await makeLink(id)
    expect([status, body.email]).toEqual([201, 'nils@example.test'])
    const { items } = await listAuditEntries(testSite.db, { target: { kind: 'user', id: member } }, { limit: 9 })
    expect(items.filter(({ action }) => action === 'account.reset-link')).toMatchObject([{ actor: { id: admin } }])
    expect(JSON.stringify(items)).not.toContain('token=')
    const json = { token: new URL(body.link).searchParams.get('token'), password: 'seven calm herons' }
    const reset = () => testSite.request('/api/password/reset', { method: 'POST', json })
    expect([(await reset()).status, (await reset()).status]).toEqual([204, 400])
  })

  it('doesn’t let an admin make a link for a moderator, nor does a message from the contact form', async () => {
    await requestLink('mo@example.test')
    const { status, body } = await makeLink((await listMessages()).items[0].id)
    expect([status, body.error]).toEqual([
      403,
      'Make links for moderators and admins on the server: user reset-link NAME.',
    ])
    const member = await testSite.addUser('writer')
    await sendMessage('kitchens', member)
    expect((await makeLink((await listMessages()).items[0].id)).status).toBe(404)
  })

  it('doesn’t reach the admins if the site sends email', async () => {
    const siteWithEmail = await createTestSite({ site: { sendsEmail: true } })
    await siteWithEmail.addUser('lena')
    await siteWithEmail.request('/api/password/forgot', { method: 'POST', json: { email: 'lena@example.test' } })
    await siteWithEmail.runJobs()
    expect(await siteWithEmail.db.selectFrom('contactMessages').selectAll().execute()).toEqual([])
    expect(siteWithEmail.outbox()).toHaveLength(1)
    await siteWithEmail.close()
  })
})
