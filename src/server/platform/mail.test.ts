import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createJobQueue } from '#server/job-queue.ts'
import { noLog, type RequestLog } from '#server/request-log.ts'
import { createWorld, type World } from '#test/world.ts'
import { inTransaction } from './db.ts'
import { createMail, deleteOldLetters, type Letter, LetterRefused, type Post, type Posting } from './mail.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
beforeEach(async () => {
  await sql`delete from pgboss.job`.execute(world.db)
  await sql`delete from letters`.execute(world.db)
  world.outbox().length = 0
})
afterAll(() => world.close())

const letter: Letter = {
  to: 'anna@example.test',
  subject: 'Your new password',
  text: 'Here: https://x.test/?token=s3cret',
}

const send = (key: string, said: Partial<Letter & { toOperator: boolean }> = {}) =>
  inTransaction(world.db, (tx) => world.mail.send(tx, { ...letter, ...said, key }))

/** A process of its own, with a post that can fail. */
function processWith(post: Post, log: Pick<RequestLog, 'warn'> = noLog) {
  const jobs = createJobQueue(world.db, noLog)
  const mail = createMail({ db: world.db, jobs, post, log, now: () => new Date() })
  return { mail, jobs }
}

describe('a letter', () => {
  it('goes once its transaction is committed, once for each key', async () => {
    await send('reset:1')
    await send('reset:1')
    expect(world.outbox()).toEqual([])
    await world.runJobs()
    await send('reset:1')
    await send('reset:2')
    await world.runJobs()
    expect(world.outbox()).toMatchObject([letter, letter])
  })

  it('doesn’t go when its transaction is rolled back', async () => {
    const failing = inTransaction(world.db, async (tx) => {
      await world.mail.send(tx, { ...letter, key: 'never' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await world.runJobs()
    expect(world.outbox()).toEqual([])
  })

  it('that is sent leaves neither address nor text in the database', async () => {
    await send('reset:1')
    await world.runJobs()
    const rows = await world.db.selectFrom('letters').selectAll().execute()
    expect(rows).toMatchObject([{ key: 'reset:1', sentAt: expect.any(Date) }])
    expect(JSON.stringify(rows)).not.toMatch(/anna|s3cret|password/)
  })

  it('is tried again after a failure, the same in every attempt', async () => {
    const postings: Posting[] = []
    const { jobs } = processWith(async (posting) => {
      postings.push(posting)
      if (postings.length < 3) throw new Error('421 busy')
    })
    await send('reset:1')
    await jobs.runWaiting({ later: true })
    await jobs.stop()
    expect(postings).toHaveLength(3)
    expect(new Set(postings.map((posting) => JSON.stringify(posting))).size).toBe(1)
  })

  it('that the other side refuses is not tried again, is told of, and is forgotten', async () => {
    let tries = 0
    const warn = vi.fn()
    const { jobs } = processWith(
      () => {
        tries++
        throw new LetterRefused('550')
      },
      { warn },
    )
    await send('reset:1')
    await jobs.runWaiting({ later: true })
    await jobs.stop()
    expect(tries).toBe(1)
    expect(warn).toHaveBeenCalledOnce()
    const row = await world.db.selectFrom('letters').selectAll().executeTakeFirst()
    expect(row).toMatchObject({ recipient: null, refusedAt: expect.any(Date), sentAt: null })
  })

  it('that another process is sending is left to it', async () => {
    const sent: string[] = []
    let other: Promise<number> | undefined
    const second = processWith(async () => void sent.push('second'))
    const first = processWith(async () => {
      // The second takes the same job, as if the first had been given up for dead while it was only slow.
      const [row] = await world.db.selectFrom('letters').select('id').execute()
      await inTransaction(world.db, (tx) => second.jobs.add(tx, 'send-letter', row?.id ?? ''))
      other = second.jobs.runWaiting()
      await other
      sent.push('first')
    })
    await send('reset:1')
    await first.jobs.runWaiting()
    await second.jobs.runWaiting({ later: true })
    await Promise.all([first.jobs.stop(), second.jobs.stop()])
    expect(sent).toEqual(['first'])
  })

  it('whose process was killed in between is sent again, by the same id', async () => {
    const postings: Posting[] = []
    const dying = processWith(async (posting) => {
      postings.push(posting)
      // The post has it; the process dies before the row says so.
      await world.db
        .updateTable('letters')
        .set({ sendingUntil: new Date(0) })
        .execute()
      throw new Error('killed')
    })
    await send('reset:1')
    await dying.jobs.runWaiting()
    await dying.jobs.stop()
    await world.runJobs({ later: true })
    expect(world.outbox().map(({ id }) => id)).toEqual(postings.map(({ id }) => id))
  })

  it('that waits for an account that goes is taken back', async () => {
    await send('reset:1')
    await send('reset:2', { to: 'ben@example.test' })
    await inTransaction(world.db, (tx) => world.mail.forget(tx, 'Anna@Example.test'))
    await world.runJobs()
    expect(world.outbox()).toMatchObject([{ to: 'ben@example.test' }])
  })

  it('that goes to the operator stays when an account under the operator’s address goes', async () => {
    await send('contact:1', { toOperator: true })
    await inTransaction(world.db, (tx) => world.mail.forget(tx, 'anna@example.test'))
    await world.runJobs()
    expect(world.outbox()).toMatchObject([{ to: 'anna@example.test' }])
  })

  describe('is refused with anything but one address, and with a line break in its subject', () => {
    it.each([
      ['an address with a line break', { to: 'anna@example.test\r\nBcc: all@example.test' }],
      ['two addresses', { to: 'anna@example.test, ben@example.test' }],
      ['an address with a name', { to: 'Anna <anna@example.test>' }],
      ['a subject with a line break', { subject: 'Hello\nBcc: all@example.test' }],
    ])('with %s is refused', async (_, said) => {
      await expect(send('bad', said)).rejects.toMatchObject({ code: 'validation_failed' })
    })
  })

  it('is forgotten when it is old', async () => {
    await send('reset:1')
    expect(await deleteOldLetters(world.db, new Date(0))).toBe(0)
    expect(await deleteOldLetters(world.db, new Date(Date.now() + 1000))).toBe(1)
    expect(await world.runJobs()).toBe(1)
    expect(world.outbox()).toEqual([])
  })
})
