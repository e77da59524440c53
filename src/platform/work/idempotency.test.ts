import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import { runOnce, runOnceInSteps } from './idempotency.ts'
import { eraseResponses } from './once-claims.ts'

let testSite: TestSite
let now: Date
const context = {
  get db() {
    return testSite.db
  },
  now: () => now,
}
const member = memberOf(newId())
/** The lease of a request that `runOnceInSteps` runs, in ms. */
const stepsLeaseMs = 90_000
let key = ''

beforeAll(async () => {
  testSite = await createTestSite()
  await sql`create table things (name text)`.execute(testSite.db)
})
afterAll(() => testSite.close())
beforeEach(() => {
  now = new Date('2026-11-20T12:00:00.000Z')
  key = newId()
})

const request = (body: unknown = { amount: 1 }) => ({ key, path: '/api/things', body })
const add = (name = 'thing', body: Record<string, unknown> = { name }) =>
  runOnce(context, member, request(), async (tx) => {
    await sql`insert into things values (${name})`.execute(tx)
    return { status: 201, body }
  })

async function countThings(name: string): Promise<number> {
  const { rows } = await sql`select from things where name = ${name}`.execute(testSite.db)
  return rows.length
}

describe('a request with a key', () => {
  it('is done only once, and its repetition gets the same response', async () => {
    expect(await add('once')).toEqual({ status: 201, body: { name: 'once' } })
    expect(await add('once')).toEqual({ status: 201, body: { name: 'once' } })
    expect(await countThings('once')).toBe(1)
  })

  it('is refused while an earlier one with the same key is running, and if their bodies differ', async () => {
    let finish = () => {}
    let onStart = () => {}
    const running = new Promise<void>((resolve) => {
      onStart = resolve
    })
    const first = runOnceInSteps(context, member, request(), async (done) => {
      onStart()
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      return done(async () => ({ status: 200, body: 'done' }))
    })
    await running
    await expect(add()).rejects.toMatchObject({ code: 'in_progress', details: { retryAfter: 2 } })
    await expect(
      runOnce(context, member, request({ amount: 2 }), async () => ({ status: 200, body: 1 })),
    ).rejects.toMatchObject({ code: 'idempotency_mismatch' })
    finish()
    expect(await first).toEqual({ status: 200, body: 'done' })
  })

  it('is taken over by a new run when the lease has ended, and then the old run stores nothing', async () => {
    const old = runOnceInSteps(context, member, request(), async (done) => {
      now = new Date(now.getTime() + stepsLeaseMs)
      expect((await add('second')).body).toEqual({ name: 'second' })
      return done(async (tx) => {
        await sql`insert into things values ('first')`.execute(tx)
        return { status: 200, body: 'first' }
      })
    })
    await expect(old).rejects.toMatchObject({ code: 'in_progress' })
    expect([await countThings('second'), await countThings('first')]).toEqual([1, 0])
    expect((await add()).body).toEqual({ name: 'second' })
  })

  it('isn’t completed or released by the old run after it was taken over', async () => {
    const secondStarted = Promise.withResolvers<void>()
    const mayFinish = Promise.withResolvers<void>()
    let second: Promise<unknown> | undefined
    const old = runOnceInSteps(context, member, request(), async (done) => {
      now = new Date(now.getTime() + stepsLeaseMs)
      second = runOnceInSteps(context, member, request(), async (finish) => {
        secondStarted.resolve()
        await mayFinish.promise
        return finish(async () => ({ status: 200, body: 'second' }))
      })
      await secondStarted.promise
      return done(async (tx) => {
        await sql`insert into things values ('old')`.execute(tx)
        return { status: 200, body: 'old' }
      })
    })
    await expect(old).rejects.toMatchObject({ code: 'in_progress' })
    expect(await countThings('old')).toBe(0)
    await expect(add()).rejects.toMatchObject({ code: 'in_progress' })
    mayFinish.resolve()
    expect(await second).toEqual({ status: 200, body: 'second' })
  })

  it('isn’t taken over by a request with the same key and a different body', async () => {
    const old = runOnceInSteps(context, member, request(), async (done) => {
      now = new Date(now.getTime() + stepsLeaseMs)
      const another = runOnce(context, member, request({ amount: 2 }), async () => ({ status: 200, body: 'other' }))
      await expect(another).rejects.toMatchObject({ code: 'idempotency_mismatch' })
      return done(async () => ({ status: 200, body: 'late' }))
    })
    expect(await old).toEqual({ status: 200, body: 'late' })
  })

  it('leaves no changes if it fails, and can be repeated', async () => {
    const failing = runOnce(context, member, request(), async (tx) => {
      await sql`insert into things values ('half')`.execute(tx)
      throw new AppError('conflict', 'Not now.')
    })
    await expect(failing).rejects.toThrow('Not now.')
    expect(await countThings('half')).toBe(0)
    expect((await add('whole')).status).toBe(201)
  })

  it.each(['insufficient_credits', 'card_declined'] as const)(
    'that was refused as %s gets the same error again',
    async (code) => {
      const refused = () =>
        runOnce(context, member, request(), async () => {
          throw new AppError(code, 'No.', code === 'card_declined' ? {} : { credits: 3 })
        })
      const first = await refused().catch((error) => error)
      await expect(add()).rejects.toMatchObject({ code, message: 'No.', details: { credits: first.details.credits } })
    },
  )

  it('can be repeated if its response requires an action, until the action is done', async () => {
    await add('action', { requiresAction: { clientSecret: 's' } })
    expect((await add('action', { requiresAction: null })).body).toEqual({ requiresAction: null })
    expect((await add('action')).body).toEqual({ requiresAction: null })
    expect(await countThings('action')).toBe(2)
  })

  it('isn’t done again if it fails after its response was stored, for example because the connection was lost', async () => {
    const failing = runOnceInSteps(context, member, request(), async (finish) => {
      await finish(async (tx) => {
        await sql`insert into things values ('paid')`.execute(tx)
        return { status: 200, body: 'paid' }
      })
      throw new Error('The connection was lost.')
    })
    await expect(failing).rejects.toThrow('The connection was lost.')
    expect(await add('paid')).toEqual({ status: 200, body: 'paid' })
    expect(await countThings('paid')).toBe(1)
  })

  it('is done again if it is repeated after a day', async () => {
    await add('day')
    now = new Date(now.getTime() + 86_400_000)
    await add('day')
    expect(await countThings('day')).toBe(2)
  })

  it('is deleted with the member’s account, but other members’ requests are not', async () => {
    const countStored = async (id: string) => {
      const { rows } = await sql`select from idempotency_keys where user_id = ${id} and key = ${key}`.execute(
        testSite.db,
      )
      return rows.length
    }
    const other = memberOf(newId())
    await add('mine')
    await runOnce(context, other, request(), async () => ({ status: 200, body: 'theirs' }))
    await inTransaction(testSite.db, (tx) => eraseResponses(tx, member.id))
    expect([await countStored(member.id), await countStored(other.id)]).toEqual([0, 1])
  })
})

it('a request without a key is done every time', async () => {
  key = ''
  for (let time = 0; time < 2; time++) {
    await runOnce(context, member, { ...request(), key: undefined }, async (tx) => {
      await sql`insert into things values ('plain')`.execute(tx)
      return { status: 200, body: null }
    })
  }
  expect(await countThings('plain')).toBe(2)
})
