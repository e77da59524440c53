import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#server/platform/db.ts'
import { createWorld, type World } from '#test/world.ts'
import { contactRetentionDays } from '../rules.ts'
import { deleteMessagesOf, deleteOldMessages } from './delete-messages.ts'

const start = Date.UTC(2026, 10, 20, 9)
const day = 86_400_000
let now = start
let world: World

beforeAll(async () => {
  world = await createWorld({ now: () => new Date(now) })
})
afterAll(() => world.close())
beforeEach(() => {
  now += 2 * 3_600_000
})

const question = {
  name: 'Ada Byron',
  email: 'ada@example.org',
  subject: 'A prompt of mine',
  message: 'Please take down the prompt about kitchens.',
}

const write = (json: object, as?: string) => world.request('/api/contact', { method: 'POST', json, as })
const storedMessages = () => world.db.selectFrom('contactMessages').selectAll().orderBy('id', 'desc').execute()

describe('a message to the operator', () => {
  it('is stored, and emailed to every admin who isn’t banned', async () => {
    const [admin, banned] = [await world.addUser('grace'), await world.addUser('mallory')]
    await sql`update users set role = 'admin' where id = any(${[admin, banned]}::uuid[])`.execute(world.db)
    await sql`update users set banned = true where id = ${banned}`.execute(world.db)
    const answer = await write(question)
    expect([answer.status, answer.body]).toEqual([202, undefined])
    expect((await storedMessages())[0]).toMatchObject({ ...question, userId: null })
    await world.runJobs()
    expect(world.outbox()).toEqual([
      expect.objectContaining({
        to: 'grace@example.test',
        subject: '[Promptarium] A prompt of mine',
        text: expect.stringContaining('Ada Byron (ada@example.org) wrote'),
      }),
    ])
    expect(world.outbox()[0]?.text).toContain(question.message)
  })

  it('needs no name and no subject, and records who was signed in', async () => {
    const member = await world.addUser('charles')
    expect((await write({ email: ' c@example.org ', message: question.message }, member)).status).toBe(202)
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
    [{ message: 'x'.repeat(5001) }, 'message', 'Use at most 5000 characters'],
    [{ message: 'a text with \0 in it' }, 'message', 'Leave out null characters'],
    [{ subject: 'Hello\r\nBcc: everybody@example.org' }, 'subject', 'Use one line'],
    [{ name: 'Ada\u2028Bcc: x@example.org' }, 'name', 'Use one line'],
  ])('with %j is refused at its field', async (wrong, field, message) => {
    const before = await storedMessages()
    const { status, body } = await write({ ...question, ...wrong })
    expect([status, body.code, body.fields[field]]).toEqual([400, 'validation_failed', message])
    expect(await storedMessages()).toEqual(before)
  })

  it('is deleted with its writer’s account; by address only if the account has confirmed it', async () => {
    const member = await world.addUser('dorothy')
    await write({ ...question, message: 'Written while signed in.' }, member)
    await write({ ...question, email: 'Dorothy@example.test', message: 'Written before signing in.' })
    const { body } = await world.request('/api/user/export', { as: member })
    expect(body.contactMessages).toEqual([expect.objectContaining({ message: 'Written while signed in.' })])
    await write({ ...question, message: 'Written by another.' })
    const stranger = await world.addUser('usurper')
    await write({ ...question, email: 'usurper@example.test', message: 'Written by whose address it is.' })
    await world.db.updateTable('users').set({ emailVerified: true }).where('id', '=', member).execute()
    await inTransaction(world.db, (tx) => deleteMessagesOf(tx, stranger))
    await inTransaction(world.db, (tx) => deleteMessagesOf(tx, member))
    const left = (await storedMessages()).map(({ message }) => message)
    expect(left).toContain('Written by another.')
    expect(left).toContain('Written by whose address it is.')
    expect(left.join()).not.toContain('signed in')
    expect(left.join()).not.toContain('signing in')
  })

  it('is deleted after a year', async () => {
    await write(question)
    const all = await storedMessages()
    const [newest] = all
    const at = (ms: number) => new Date((newest?.createdAt.getTime() ?? 0) + ms - contactRetentionDays * day)
    await deleteOldMessages(world.db, at(365 * day))
    expect(await storedMessages()).toHaveLength(1)
    expect(await deleteOldMessages(world.db, at(365 * day + 1))).toBe(1)
    expect(await storedMessages()).toEqual([])
  })
})

it('a visitor who writes too often learns when to try again', async () => {
  const limited = await createWorld({ limits: true })
  const send = () => limited.request('/api/contact', { method: 'POST', json: question })
  for (let times = 0; times < 5; times++) expect((await send()).status).toBe(202)
  const refused = await send()
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  await limited.close()
})

it('only CONTACT_EMAIL gets the emails', async () => {
  const other = await createWorld({ site: { contactEmail: 'desk@example.org' } })
  const admin = await other.addUser('grace')
  await sql`update users set role = 'admin' where id = ${admin}`.execute(other.db)
  expect((await other.request('/api/contact', { method: 'POST', json: question })).status).toBe(202)
  await other.runJobs()
  expect(other.outbox().map(({ to }) => to)).toEqual(['desk@example.org'])
  // Somebody registers with that address and deletes the account while a message waits to be sent.
  expect((await other.request('/api/contact', { method: 'POST', json: question })).status).toBe(202)
  await inTransaction(other.db, (tx) => other.mail.forget(tx, 'desk@example.org'))
  await other.runJobs()
  expect(other.outbox()).toHaveLength(2)
  await other.close()
})
