import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { digestWeek } from '../digest-rules.ts'
import { deliverEvents } from './deliver-events.ts'
import { recordEvent } from './record-event.ts'
import { sendRegularEmails } from './send-regular-emails.ts'

const monday = Date.parse('2026-05-04T07:00:00Z')
const dayMs = 86_400_000

let testSite: TestSite
let time = monday
beforeAll(async () => {
  testSite = await createTestSite({
    now: () => new Date(time),
    site: { sendsEmail: true, publicOrigin: 'http://prompts.test' },
  })
})
afterAll(() => testSite.close())

let personCount = 0
async function addSomebody({ confirmed = true } = {}) {
  const username = `reader_${++personCount}`
  const id = await testSite.addUser(username)
  await testSite.db.updateTable('users').set({ emailVerified: confirmed }).where('id', '=', id).execute()
  return { id, email: `${username}@example.test` }
}
const changeSettings = (as: string, json: object) =>
  testSite.request('/api/user/notification-settings', { as, method: 'PATCH', json })
const notify = async (receiverId: string, subjectId = newId()) => {
  const event = { kind: 'decision', outcome: 'report-dismissed', subjectId, actorId: null, promptId: null } as const
  await inTransaction(testSite.db, (tx) =>
    recordEvent(tx, { ...event, receiverIds: [receiverId], now: testSite.now() }),
  )
  await deliverEvents(testSite.db, testSite.now)
}
/** Sends the emails that are due, with three calls at the same time. */
const send = async () => {
  const context = { ...testSite, sendsEmail: true, siteName: 'Prompts', origin: () => 'http://prompts.test' }
  await Promise.all([1, 2, 3].map(() => sendRegularEmails(context)))
  while ((await testSite.runJobs()) > 0);
}
const emailsTo = (email: string) => testSite.outbox().filter(({ to }) => to === email)

it.each([
  ['2026-05-04T05:59:59Z', '2026-04-27'],
  ['2026-05-04T06:00:00Z', '2026-05-04'],
  ['2026-05-10T23:00:00Z', '2026-05-04'],
])('a digest sent at %s belongs to the week of %s', (now, week) => expect(digestWeek(new Date(now))).toBe(week))

describe('the weekly digest', () => {
  it('is sent once a week to members who chose it, starting the next week, with a link to unsubscribe', async () => {
    const [subscriber, other] = [await addSomebody(), await addSomebody()]
    expect((await changeSettings(subscriber.id, { digest: true })).body).toMatchObject({
      digest: true,
      digestNeeds: null,
    })
    for (const { id } of [subscriber, other]) await notify(id)
    await send()
    expect(emailsTo(subscriber.email)).toEqual([])
    time += 7 * dayMs
    for (const _ of ['once', 'again']) await send()
    expect(emailsTo(other.email)).toEqual([])
    const [email, ...others] = emailsTo(subscriber.email)
    expect(others).toEqual([])
    expect(email?.subject).toBe('1 unread notification at Prompts')
    expect(email?.text).toContain(email?.unsubscribeUrl)
    expect(email?.unsubscribeUrl).toMatch(/^http:\/\/prompts\.test\/unsubscribe\//)
  })

  it('reports a thread once until it is read, and isn’t sent if there is nothing else to report', async () => {
    const { id, email } = await addSomebody()
    await changeSettings(id, { digest: true })
    const thread = newId()
    await notify(id, thread)
    for (const _ of [1, 2]) {
      time += 7 * dayMs
      await notify(id, thread)
      await send()
    }
    expect(emailsTo(email)).toHaveLength(1)
    await testSite.request('/api/notifications/read', {
      as: id,
      method: 'POST',
      json: { until: new Date(time).toISOString() },
    })
    await notify(id, thread)
    time += 7 * dayMs
    await send()
    expect(emailsTo(email)).toHaveLength(2)
  })

  it('omits notifications whose kind the member switched off after they were delivered', async () => {
    const { id, email } = await addSomebody()
    await changeSettings(id, { digest: true })
    await notify(id)
    await changeSettings(id, { off: ['decision'] })
    time += 7 * dayMs
    await send()
    expect(emailsTo(email)).toEqual([])
    await changeSettings(id, { off: [] })
    time += 7 * dayMs
    await send()
    expect(emailsTo(email)).toHaveLength(1)
  })

  it.each([
    [25, '25 unread', '\n\n5 more: '],
    [1001, '1,000 or more unread', '\n\nAt least 980 more: '],
  ])(
    'lists 20 of %i notifications, and doesn’t present a count that ends at 1,000 as exact',
    async (total, count, more) => {
      const { id, email } = await addSomebody()
      await changeSettings(id, { digest: true })
      await sql`
      with events as (
        insert into notification_events (id, receiver_id, kind, thread, detail, created_at, delivered)
        select gen_random_uuid(), ${id}, 'decision', 'decision:' || gen_random_uuid(), 'report-dismissed', ${testSite.now()}, true
        from generate_series(1, ${total}) returning id, thread, created_at)
      insert into notifications (user_id, event_id, thread, created_at)
      select ${id}, id, thread, created_at from events`.execute(testSite.db)
      time += 7 * dayMs
      await send()
      const text = emailsTo(email)[0]?.text ?? ''
      expect(text).toContain(`${count}.`)
      expect(text).toContain(`${more}http://prompts.test/notifications`)
      expect(text.match(/^- /gm)).toHaveLength(20)
    },
  )

  it('requires a confirmed address when it is chosen and when it is sent', async () => {
    const unconfirmed = await addSomebody({ confirmed: false })
    expect((await changeSettings(unconfirmed.id, { digest: true })).status).toBe(403)
    const confirmed = await addSomebody()
    await changeSettings(confirmed.id, { digest: true })
    await testSite.db.updateTable('users').set({ emailVerified: false }).where('id', '=', confirmed.id).execute()
    await notify(confirmed.id)
    time += 7 * dayMs
    await send()
    expect(emailsTo(confirmed.email)).toEqual([])
  })
})

describe('the link to unsubscribe', () => {
  const request = (path: string, method: string, init: RequestInit = {}) =>
    testSite.app.request(path, { method, ...init })

  it('asks for confirmation when opened, and ends digests when a program posts to it, without a session', async () => {
    const { id, email } = await addSomebody()
    await changeSettings(id, { digest: true })
    await notify(id)
    time += 7 * dayMs
    await send()
    const path = new URL(emailsTo(email)[0]?.unsubscribeUrl ?? '').pathname
    const isOn = async () => (await testSite.request('/api/user/notification-settings', { as: id })).body.digest
    const opened = await request(path, 'GET')
    expect([opened.status, await opened.text(), await isOn()]).toEqual([200, expect.stringContaining('<form'), true])
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    // A webmail site posts from its own origin.
    const foreign: Record<string, string>[] = [
      { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ]
    for (const more of [{}, ...foreign]) {
      const init = { headers: { ...headers, ...more }, body: 'List-Unsubscribe=One-Click' }
      expect((await request(path, 'POST', init)).status).toBe(200)
    }
    expect(await isOn()).toBe(false)
  })

  it('does nothing if it is forged', async () => {
    const { id } = await addSomebody()
    await changeSettings(id, { digest: true })
    for (const token of [id, `${id}.`, `${id}.AAAA`, 'x'.repeat(5000), '%00', 'é'])
      for (const method of ['GET', 'POST']) expect((await request(`/unsubscribe/${token}`, method)).status).toBe(404)
    expect((await testSite.request('/api/user/notification-settings', { as: id })).body.digest).toBe(true)
  })
})

describe('the private feed', () => {
  const create = async (as: string) =>
    new URL((await testSite.request('/api/user/notification-feed', { as, method: 'POST' })).body.url).pathname

  it('shows its owner’s notifications to anyone with its address, until the address is replaced or revoked', async () => {
    const { id } = await addSomebody()
    await notify(id)
    const first = await create(id)
    const response = await testSite.app.request(first)
    expect(response.status).toBe(200)
    const { headers } = response
    expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex'])
    expect(await response.text()).toContain('<title>Your report was reviewed, and nothing was removed</title>')
    const second = await create(id)
    expect((await testSite.app.request(first)).status).toBe(404)
    expect((await testSite.app.request(second)).status).toBe(200)
    await testSite.request('/api/user/notification-feed', { as: id, method: 'DELETE' })
    expect((await testSite.app.request(second)).status).toBe(404)
  })

  it('stops working when its owner is banned', async () => {
    const { id } = await addSomebody()
    const path = await create(id)
    await testSite.db.updateTable('users').set({ banned: true }).where('id', '=', id).execute()
    expect((await testSite.app.request(path)).status).toBe(404)
  })
})
