import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { forEachEmail, type RegularEmail, regularEmailNames } from '../regular-email-rules.ts'
import { scheduleNotifications } from './notification-jobs.ts'
import { recordEvent } from './record-event.ts'
import { unsubscribePath, unsubscribeToken } from './unsubscribe-token.ts'

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

/** Runs all scheduled jobs of notifications. */
async function runSchedule() {
  const handlers: (() => Promise<void>)[] = []
  const every = (_name: string, _cron: string, handler: () => Promise<void>) => void handlers.push(handler)
  const context = { ...testSite, sendsEmail: true, siteName: 'Prompts', origin: () => 'http://prompts.test' }
  scheduleNotifications({ every } as unknown as Jobs, context)
  for (const handler of handlers) await handler()
  while ((await testSite.runJobs()) > 0);
}

/** Adds a prompt and a notification, so that every email has something to report. */
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
  it('is off until a member asks for it; then it is stored, shown and exported', async () => {
    const id = await addReader(`asks_for_${email}`)
    expect((await testSite.request(path, { as: id })).body[email]).toBe(false)
    const edited = await testSite.request(path, { as: id, method: 'PATCH', json: { [email]: true } })
    expect(edited.body).toMatchObject({ ...forEachEmail((one) => one === email), digestNeeds: null })
    expect((await testSite.request(path, { as: id })).body[email]).toBe(true)
    const { body } = await testSite.request('/api/user/export', { as: id })
    expect(body.notificationSettings[email]).toBe(true)
  })

  it('is ended by its own link, which ends no other email', async () => {
    const id = await addReader(`ends_${email}`)
    await testSite.request(path, { as: id, method: 'PATCH', json: forEachEmail(() => true) })
    const token = await unsubscribeToken(testSite.db, { userId: id, email })
    expect((await testSite.app.request(unsubscribePath + token, { method: 'POST' })).status).toBe(200)
    expect((await testSite.request(path, { as: id })).body).toMatchObject(forEachEmail((one) => one !== email))
  })

  it('is sent to those who chose it, with its own link, and not twice by a repeated job', async () => {
    const name = `gets_${email}`
    const id = await addReader(name)
    await testSite.request(path, { as: id, method: 'PATCH', json: { [email]: true } })
    const link = unsubscribePath + (await unsubscribeToken(testSite.db, { userId: id, email }))
    const received = () =>
      testSite
        .outbox()
        .filter(({ to, unsubscribeUrl }) => to === `${name}@example.test` && unsubscribeUrl?.endsWith(link))
    for (let step = 0; step < 8; step++) {
      time += 5 * dayMs
      await addNews(id)
      const before = received().length
      for (const _ of ['once', 'again']) await runSchedule()
      expect(received().length - before).toBeLessThanOrEqual(1)
    }
    const missing =
      'no email in 40 days: schedule its function in notification-jobs.ts, and start its period in edit-settings.ts'
    expect(received().length, missing).toBeGreaterThan(0)
  })

  it(`is sent by one file, which makes its link: unsubscribeToken(…, { userId, email: '${email}' })`, () => {
    const senders = globSync('*.ts', { cwd: import.meta.dirname })
      .filter((file) => !file.endsWith('.test.ts'))
      .filter((file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes(`email: '${email}'`))
    expect(senders).toHaveLength(1)
  })
})
