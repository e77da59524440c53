import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createJobQueue } from '#server/jobs/job-queue.ts'
import { noLog } from '#server/telemetry/request-log.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { inTransaction } from './database/db.ts'
import type { Log } from './log-fields.ts'
import { createMail, type Email, EmailRefused, type MailTransport, type OutgoingMail } from './mail.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
beforeEach(async () => {
  await sql`delete from pgboss.job`.execute(testSite.db)
  await sql`delete from letters`.execute(testSite.db)
  testSite.outbox().length = 0
})
afterAll(() => testSite.close())

const email: Email = {
  to: 'anna@example.test',
  subject: 'Your new password',
  text: 'Here: https://x.test/?token=s3cret',
}

const send = (key: string, change: Partial<Email & { toOperator: boolean }> = {}) =>
  inTransaction(testSite.db, (tx) => testSite.mail.send(tx, { ...email, ...change, key }))

/** Creates the jobs and the mail of another process, whose transport can fail. */
function createProcess(transport: MailTransport, log: Pick<Log, 'warn'> = noLog) {
  const jobs = createJobQueue(testSite.db, noLog)
  const mail = createMail({ db: testSite.db, jobs, transport, log, now: () => new Date() })
  return { mail, jobs }
}

describe('an email', () => {
  it('is sent when its transaction has committed, and only once per key', async () => {
    await send('reset:1')
    await send('reset:1')
    expect(testSite.outbox()).toEqual([])
    await testSite.runJobs()
    await send('reset:1')
    await send('reset:2')
    await testSite.runJobs()
    expect(testSite.outbox()).toMatchObject([email, email])
  })

  it('isn’t sent if its transaction is rolled back', async () => {
    const failing = inTransaction(testSite.db, async (tx) => {
      await testSite.mail.send(tx, { ...email, key: 'never' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await testSite.runJobs()
    expect(testSite.outbox()).toEqual([])
  })

  it('leaves neither address nor text in the database once it is sent', async () => {
    await send('reset:1')
    await testSite.runJobs()
    const rows = await testSite.db.selectFrom('letters').selectAll().execute()
    expect(rows).toMatchObject([{ key: 'reset:1', sentAt: expect.any(Date) }])
    expect(JSON.stringify(rows)).not.toMatch(/anna|s3cret|password/)
  })

  it('is retried after a failure, identical in every attempt', async () => {
    const messages: OutgoingMail[] = []
    const { jobs } = createProcess(async (message) => {
      messages.push(message)
      if (messages.length < 3) throw new Error('421 busy')
    })
    await send('reset:1')
    await jobs.runWaiting({ includingNotDue: true })
    await jobs.stop()
    expect(messages).toHaveLength(3)
    expect(new Set(messages.map((message) => JSON.stringify(message))).size).toBe(1)
  })

  it('isn’t retried if the receiver refuses it: the refusal is logged, and the address and text are deleted', async () => {
    let tries = 0
    const warn = vi.fn()
    const { jobs } = createProcess(
      () => {
        tries++
        throw new EmailRefused('550')
      },
      { warn },
    )
    await send('reset:1')
    await jobs.runWaiting({ includingNotDue: true })
    await jobs.stop()
    expect(tries).toBe(1)
    expect(warn).toHaveBeenCalledOnce()
    const row = await testSite.db.selectFrom('letters').selectAll().executeTakeFirst()
    expect(row).toMatchObject({ recipient: null, refusedAt: expect.any(Date), sentAt: null })
    expect(JSON.stringify(row)).not.toMatch(/anna|s3cret|password/)
  })

  it('isn’t sent by a second process while the first one is sending it', async () => {
    const sent: string[] = []
    const second = createProcess(async () => void sent.push('second'))
    const first = createProcess(async () => {
      // The second process takes the same job, as it would if the first process were slow and considered dead.
      const [row] = await testSite.db.selectFrom('letters').select('id').execute()
      await inTransaction(testSite.db, (tx) => second.jobs.add(tx, 'send-letter', row?.id ?? ''))
      await second.jobs.runWaiting()
      sent.push('first')
    })
    await send('reset:1')
    await first.jobs.runWaiting()
    await second.jobs.runWaiting({ includingNotDue: true })
    await Promise.all([first.jobs.stop(), second.jobs.stop()])
    expect(sent).toEqual(['first'])
  })

  it('is sent again with the same id if its process was killed before recording that it was sent', async () => {
    const messages: OutgoingMail[] = []
    const dying = createProcess(async (message) => {
      messages.push(message)
      // Simulates a process that sends the email and dies before it updates the row.
      await testSite.db
        .updateTable('letters')
        .set({ sendingUntil: new Date(0) })
        .execute()
      throw new Error('killed')
    })
    await send('reset:1')
    await dying.jobs.runWaiting()
    await dying.jobs.stop()
    await testSite.runJobs({ includingNotDue: true })
    expect(testSite.outbox().map(({ id }) => id)).toEqual(messages.map(({ id }) => id))
  })

  it('is withdrawn if its receiver’s account is deleted before it is sent', async () => {
    await send('reset:1')
    await send('reset:2', { to: 'ben@example.test' })
    await inTransaction(testSite.db, (tx) => testSite.mail.withdraw(tx, 'Anna@Example.test'))
    await testSite.runJobs()
    expect(testSite.outbox()).toMatchObject([{ to: 'ben@example.test' }])
  })

  it('to the operator isn’t withdrawn if an account with the operator’s address is deleted', async () => {
    await send('contact:1', { toOperator: true })
    await inTransaction(testSite.db, (tx) => testSite.mail.withdraw(tx, 'anna@example.test'))
    await testSite.runJobs()
    expect(testSite.outbox()).toMatchObject([{ to: 'anna@example.test' }])
  })

  describe('is refused', () => {
    it.each([
      ['an address with a line break', { to: 'anna@example.test\r\nBcc: all@example.test' }],
      ['two addresses', { to: 'anna@example.test, ben@example.test' }],
      ['an address with a name', { to: 'Anna <anna@example.test>' }],
      ['a subject with a line break', { subject: 'Hello\nBcc: all@example.test' }],
    ])('with %s', async (_, change) => {
      await expect(send('bad', change)).rejects.toMatchObject({ code: 'validation_failed' })
    })
  })
})
