import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import type { Jobs } from '#platform/work/jobs.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { byRegularEmail, type RegularEmail, regularEmailNames, regularEmails } from '../regular-email-rules.ts'
import { deliverEvents } from './deliver-events.ts'
import { scheduleNotifications } from './notification-jobs.ts'
import { recordEvent } from './record-event.ts'
import { createUnsubscribeToken, unsubscribePath } from './unsubscribe-token.ts'

const dayMs = 86_400_000
let time = Date.parse('2026-05-04T07:00:00Z')
let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite({
    now: () => new Date(time),
    site: { sendsEmail: true, publicOrigin: 'http://prompts.test' },
  })
})
afterAll(() => testSite.close())

const path = '/api/user/notification-settings'
async function addReader(name: string) {
  const id = await testSite.addUser(name)
  await testSite.db.updateTable('users').set({ emailVerified: true }).where('id', '=', id).execute()
  return id
}

/** Runs all scheduled jobs of notifications, each twice at the same time, as two processes would. */
async function runSchedule() {
  const handlers: (() => Promise<void>)[] = []
  const every = (_name: string, _cron: string, handler: () => Promise<void>) => void handlers.push(handler)
  const context = { ...testSite, sendsEmail: true, siteName: 'Prompts', origin: () => 'http://prompts.test' }
  scheduleNotifications({ every } as unknown as Jobs, context)
  for (const handler of handlers) await Promise.all([handler(), handler()])
  while ((await testSite.runJobs()) > 0);
}

/** Adds a prompt, and an event for the member, so that every email has something to report once that is delivered. */
async function addNews(receiverId: string) {
  await testSite.addPrompt({ createdAt: testSite.now(), publishedAt: testSite.now() })
  const event = { kind: 'decision', outcome: 'report-dismissed', actorId: null, promptId: null } as const
  await inTransaction(testSite.db, (tx) =>
    recordEvent(tx, { ...event, subjectId: newId(), receiverIds: [receiverId], now: testSite.now() }),
  )
}

it('each boolean column of notification_receivers belongs to a regular email', async () => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = 'notification_receivers'::regclass
      and atttypid = 'bool'::regtype and not attisdropped order by attnum`.execute(testSite.db)
  const unlisted = rows.map(({ name }) => name).filter((name) => !regularEmailNames.includes(name as RegularEmail))
  expect(unlisted, 'an email that members can choose needs an entry in regular-email-rules.ts').toEqual([])
})

describe.each(regularEmailNames)('the email %s', (email) => {
  it('is off until a member asks for it; then this choice is stored, shown and exported', async () => {
    const id = await addReader(`asks_for_${email}`)
    expect((await testSite.request(path, { as: id })).body[email]).toBe(false)
    const edited = await testSite.request(path, { as: id, method: 'PATCH', json: { [email]: true } })
    expect(edited.body).toMatchObject({ ...byRegularEmail((one) => one === email), digestNeeds: null })
    expect((await testSite.request(path, { as: id })).body[email]).toBe(true)
    const { body } = await testSite.request('/api/user/export', { as: id })
    expect(body.notificationSettings[email]).toBe(true)
  })

  it('is sent even if the member chooses it again in the new period, before it is sent', async () => {
    const name = `repeats_${email}`
    const id = await addReader(name)
    const choose = () => testSite.request(path, { as: id, method: 'PATCH', json: { [email]: true } })
    await choose()
    const period = regularEmails[email].periodOf(testSite.now())
    while (regularEmails[email].periodOf(testSite.now()) === period) time += dayMs
    await addNews(id)
    await choose()
    await runSchedule()
    expect(testSite.outbox().filter(({ to }) => to === `${name}@example.test`)).toHaveLength(1)
  })

  it('is ended by its own link, which ends no other email', async () => {
    const id = await addReader(`ends_${email}`)
    await testSite.request(path, { as: id, method: 'PATCH', json: byRegularEmail(() => true) })
    const token = await createUnsubscribeToken(testSite.db, { userId: id, email })
    expect((await testSite.app.request(unsubscribePath + token, { method: 'POST' })).status).toBe(200)
    expect((await testSite.request(path, { as: id })).body).toMatchObject(byRegularEmail((one) => one !== email))
  })

  it('is sent to those who chose it, unless they are banned or their address is unconfirmed', async () => {
    const names = [`gets_${email}`, `banned_${email}`, `unconfirmed_${email}`]
    const ids = await Promise.all(names.map(addReader))
    for (const as of ids) await testSite.request(path, { as, method: 'PATCH', json: { [email]: true } })
    const [id = '', banned = '', unconfirmed = ''] = ids
    for (const receiverId of ids) await addNews(receiverId)
    await deliverEvents(testSite.db, testSite.now)
    await testSite.db.updateTable('users').set({ banned: true }).where('id', '=', banned).execute()
    await testSite.db.updateTable('users').set({ emailVerified: false }).where('id', '=', unconfirmed).execute()
    const link = unsubscribePath + (await createUnsubscribeToken(testSite.db, { userId: id, email }))
    const receivedBy = (name = '') => testSite.outbox().filter(({ to }) => to === `${name}@example.test`)
    for (let step = 0; step < 8; step++) {
      time += 5 * dayMs
      for (const receiverId of ids) await addNews(receiverId)
      const before = receivedBy(names[0]).length
      for (const _ of ['once', 'again']) await runSchedule()
      expect(receivedBy(names[0]).length - before, 'emails of one period').toBeLessThanOrEqual(1)
    }
    expect(receivedBy(names[0]).length, 'no email in 40 days').toBeGreaterThan(0)
    for (const { unsubscribeUrl, text } of receivedBy(names[0])) {
      expect(unsubscribeUrl?.endsWith(link), 'the link ends this email').toBe(true)
      expect(text).toContain(unsubscribeUrl)
    }
    expect([...receivedBy(names[1]), ...receivedBy(names[2])]).toEqual([])
  })

  it('isn’t sent if the member ends it after the list of receivers was read', async () => {
    const id = await addReader(`withdraws_${email}`)
    await testSite.request(path, { as: id, method: 'PATCH', json: { [email]: true } })
    time += 40 * dayMs
    await addNews(id)
    const { run: scheduleRun } = await inTransaction(testSite.db, async (tx) => {
      await sql`select from users where id = ${id} for no key update`.execute(tx)
      const run = runSchedule()
      await expect.poll(testSite.countLockWaits).toBeGreaterThan(0)
      await tx
        .updateTable('notificationReceivers')
        .set({ [email]: false })
        .where('userId', '=', id)
        .execute()
      return { run }
    })
    await scheduleRun
    expect(testSite.outbox().filter(({ to }) => to.startsWith(`withdraws_${email}@`))).toEqual([])
  })
})

it.each(['question', 'heading', 'label', 'description', 'periodColumn'] as const)(
  'no two regular emails have the same %s',
  (key) => {
    const values = regularEmailNames.map((email) => regularEmails[email][key])
    expect(values).toEqual([...new Set(values)])
  },
)
