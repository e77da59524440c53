import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { deleteOldData } from '#test/delete-old-data.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { askForPasswordLink } from './ask-for-password-link.ts'
import { contactRetention } from './contact-retention.ts'
import { deleteMessagesOf } from './delete-messages.ts'

const start = Date.UTC(2026, 10, 20, 9)
const day = 86_400_000
let now = start
let testSite: TestSite

beforeAll(async () => {
  testSite = await createTestSite({ now: () => new Date(now) })
})
afterAll(() => testSite.close())
// Each test's messages are newer than those of the tests before it.
beforeEach(() => {
  now += 2 * 3_600_000
})

const contactMessage = {
  name: 'Ada Byron',
  email: 'ada@example.org',
  subject: 'A prompt of mine',
  message: 'Please take down the prompt about kitchens.',
}

const sendMessage = (json: object, as?: string) => testSite.request('/api/contact', { method: 'POST', json, as })
const storedMessages = () => testSite.db.selectFrom('contactMessages').selectAll().orderBy('id', 'desc').execute()

describe('a message to the operator', () => {
  it('is stored, and emailed to every admin who isn’t banned', async () => {
    const [admin, banned] = [await testSite.addUser('grace'), await testSite.addUser('mallory')]
    await sql`update users set role = 'admin' where id = any(${[admin, banned]}::uuid[])`.execute(testSite.db)
    await sql`update users set banned = true where id = ${banned}`.execute(testSite.db)
    const response = await sendMessage(contactMessage)
    expect([response.status, response.body]).toEqual([202, undefined])
    expect((await storedMessages())[0]).toMatchObject({ ...contactMessage, userId: null })
    await testSite.runJobs()
    expect(testSite.outbox()).toEqual([
      expect.objectContaining({
        to: 'grace@example.test',
        subject: '[Promptarium] A prompt of mine',
        text: expect.stringContaining('Ada Byron (ada@example.org) wrote'),
      }),
    ])
    expect(testSite.outbox()[0]?.text).toContain(contactMessage.message)
  })

  it('needs no name and no subject, and records who was signed in', async () => {
    const member = await testSite.addUser('charles')
    expect((await sendMessage({ email: ' c@example.org ', message: contactMessage.message }, member)).status).toBe(202)
    expect((await storedMessages())[0]).toMatchObject({
      name: '',
      subject: '',
      email: 'c@example.org',
      userId: member,
    })
  })

  it.each([
    [{ email: 'ada' }, 'email', 'Please enter a valid email address'],
    [{ email: 'a@b.example, c@d.example' }, 'email', 'Please enter a valid email address'],
    [{ email: 'a@b.example\nBcc: c@d.example' }, 'email', 'Please enter a valid email address'],
    [{ message: ' too few  ' }, 'message', 'Write at least 10 characters'],
    [{ message: 'x'.repeat(5001) }, 'message', 'Use at most 5,000 characters'],
    [{ message: 'a text with \0 in it' }, 'message', 'Leave out null characters'],
    [{ subject: 'Hello\r\nBcc: everybody@example.org' }, 'subject', 'Use one line'],
    [{ name: 'Ada\u2028Bcc: x@example.org' }, 'name', 'Use one line'],
  ])('with %j is refused with an error for that field', async (change, field, message) => {
    const before = await storedMessages()
    const { status, body } = await sendMessage({ ...contactMessage, ...change })
    expect([status, body.code, body.fields[field]]).toEqual([400, 'validation_failed', message])
    expect(await storedMessages()).toEqual(before)
  })

  it('is deleted with the account that sent it, and with the account that has confirmed the address in it', async () => {
    const member = await testSite.addUser('dorothy')
    await sendMessage({ ...contactMessage, message: 'Written while signed in.' }, member)
    await sendMessage({ ...contactMessage, email: 'Dorothy@example.test', message: 'Written before signing in.' })
    const { body } = await testSite.request('/api/user/export', { as: member })
    expect(body.contactMessages).toEqual([expect.objectContaining({ message: 'Written while signed in.' })])
    await sendMessage({ ...contactMessage, message: 'Written by somebody else.' })
    const otherMember = await testSite.addUser('usurper')
    await sendMessage({
      ...contactMessage,
      email: 'usurper@example.test',
      message: 'Written by the owner of the address.',
    })
    await testSite.db.updateTable('users').set({ emailVerified: true }).where('id', '=', member).execute()
    await inTransaction(testSite.db, (tx) => deleteMessagesOf(tx, otherMember))
    await inTransaction(testSite.db, (tx) => deleteMessagesOf(tx, member))
    const remaining = (await storedMessages()).map(({ message }) => message)
    expect(remaining).toContain('Written by somebody else.')
    expect(remaining).toContain('Written by the owner of the address.')
    expect(remaining.join()).not.toContain('signed in')
    expect(remaining.join()).not.toContain('signing in')
  })

  it('is deleted after a year', async () => {
    await sendMessage(contactMessage)
    const [newest] = await storedMessages()
    const timeAtAge = (ageMs: number) => new Date((newest?.createdAt.getTime() ?? 0) + ageMs)
    await deleteOldData(testSite.db, contactRetention, timeAtAge(365 * day))
    expect(await storedMessages()).toHaveLength(1)
    expect(await deleteOldData(testSite.db, contactRetention, timeAtAge(365 * day + 1))).toBe(1)
    expect(await storedMessages()).toEqual([])
  })
})

it('the list of more than 1,000 messages says that there may be more', async () => {
  const admin = await testSite.addUser('counting', 'admin')
  await sql`
    insert into contact_messages (id, created_at, name, email, subject, message)
    select gen_random_uuid(), ${new Date(now)}::timestamptz, '', 'ada@example.org', '', 'Hello' from generate_series(1, 1001)
  `.execute(testSite.db)
  const { body } = await testSite.request('/api/admin/messages', { as: admin })
  expect(body).toMatchObject({ total: 1_000, totalIsFloor: true })
  expect(body.items).toHaveLength(20)
  await sql`delete from contact_messages where message = 'Hello'`.execute(testSite.db)
})

it('asking twice at the same time for a link to choose a new password stores one message', async () => {
  const userId = await testSite.addUser('forgetful')
  const ask = async (tx: Tx) => {
    await askForPasswordLink(tx, userId, { username: 'forgetful', email: 'forgetful@example.test' }, new Date(now))
    await sql`select pg_sleep(0.2)`.execute(tx)
  }
  await Promise.all([inTransaction(testSite.db, ask), inTransaction(testSite.db, ask)])
  expect((await storedMessages()).filter((row) => row.userId === userId)).toHaveLength(1)
})

it('a visitor who writes too often is told when to try again', async () => {
  const limitedTestSite = await createTestSite({ limits: true })
  const send = () => limitedTestSite.request('/api/contact', { method: 'POST', json: contactMessage })
  for (let index = 0; index < 5; index++) expect((await send()).status).toBe(202)
  const refusal = await send()
  expect([refusal.status, refusal.body.code]).toEqual([429, 'rate_limited'])
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(60)
  await limitedTestSite.close()
})

it('if CONTACT_URL has an email address, only that address gets the emails, even if its account is deleted meanwhile', async () => {
  const otherTestSite = await createTestSite({ site: { contactEmail: 'contact@example.org' } })
  const admin = await otherTestSite.addUser('grace')
  await sql`update users set role = 'admin' where id = ${admin}`.execute(otherTestSite.db)
  expect((await otherTestSite.request('/api/contact', { method: 'POST', json: contactMessage })).status).toBe(202)
  await otherTestSite.runJobs()
  expect(otherTestSite.outbox().map(({ to }) => to)).toEqual(['contact@example.org'])
  // If somebody registers with that address and deletes the account while an email to the operator is waiting, the
  // email is sent anyway.
  expect((await otherTestSite.request('/api/contact', { method: 'POST', json: contactMessage })).status).toBe(202)
  await inTransaction(otherTestSite.db, (tx) => otherTestSite.mail.withdraw(tx, 'contact@example.org'))
  await otherTestSite.runJobs()
  expect(otherTestSite.outbox()).toHaveLength(2)
  await otherTestSite.close()
})
