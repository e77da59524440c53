import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, memberOf, type World } from '#test/world.ts'
import { inTransaction } from './db.ts'
import { AppError } from './errors.ts'
import { runOnce, runOnceInSteps } from './idempotency.ts'
import { newId } from './ids.ts'
import { deleteOldAnswers, eraseAnswers } from './once-claims.ts'

let world: World
let now: Date
const context = {
  get db() {
    return world.db
  },
  now: () => now,
}
const member = memberOf(newId())
let key = ''

beforeAll(async () => {
  world = await createWorld()
  await sql`create table things (name text)`.execute(world.db)
})
afterAll(() => world.close())
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

async function things(name: string): Promise<number> {
  const { rows } = await sql`select from things where name = ${name}`.execute(world.db)
  return rows.length
}

describe('a request with a key', () => {
  it('is done once and gets the same response', async () => {
    expect(await add('once')).toEqual({ status: 201, body: { name: 'once' } })
    expect(await add('once')).toEqual({ status: 201, body: { name: 'once' } })
    expect(await things('once')).toBe(1)
  })

  it('is in progress while it runs, and a mismatch with another body', async () => {
    let finish = () => {}
    let begun = () => {}
    const running = new Promise<void>((resolve) => {
      begun = resolve
    })
    const first = runOnceInSteps(context, member, request(), async (done) => {
      begun()
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

  it('is taken over if its process died and its lease has ended, and the old run stores nothing', async () => {
    const dead = runOnceInSteps(context, member, request(), async (done) => {
      now = new Date(now.getTime() + 90_000)
      expect((await add('heir')).body).toEqual({ name: 'heir' })
      return done(async (tx) => {
        await sql`insert into things values ('ghost')`.execute(tx)
        return { status: 200, body: 'ghost' }
      })
    })
    await expect(dead).rejects.toMatchObject({ code: 'in_progress' })
    expect([await things('heir'), await things('ghost')]).toEqual([1, 0])
    expect((await add()).body).toEqual({ name: 'heir' })
  })

  it('doesn’t end or take back the request if its run was taken over', async () => {
    const heirRuns = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    let heir: Promise<unknown> | undefined
    const dead = runOnceInSteps(context, member, request(), async (done) => {
      now = new Date(now.getTime() + 90_000)
      heir = runOnceInSteps(context, member, request(), async (finish) => {
        heirRuns.resolve()
        await goOn.promise
        return finish(async () => ({ status: 200, body: 'heir' }))
      })
      await heirRuns.promise
      return done(async (tx) => {
        await sql`insert into things values ('shade')`.execute(tx)
        return { status: 200, body: 'shade' }
      })
    })
    await expect(dead).rejects.toMatchObject({ code: 'in_progress' })
    expect(await things('shade')).toBe(0)
    await expect(add()).rejects.toMatchObject({ code: 'in_progress' })
    goOn.resolve()
    expect(await heir).toEqual({ status: 200, body: 'heir' })
  })

  it('is not taken over with another body', async () => {
    const dead = runOnceInSteps(context, member, request(), async (done) => {
      now = new Date(now.getTime() + 90_000)
      const another = runOnce(context, member, request({ amount: 2 }), async () => ({ status: 200, body: 'other' }))
      await expect(another).rejects.toMatchObject({ code: 'idempotency_mismatch' })
      return done(async () => ({ status: 200, body: 'late' }))
    })
    expect(await dead).toEqual({ status: 200, body: 'late' })
  })

  it('leaves nothing behind if it fails, and may be repeated', async () => {
    const failing = runOnce(context, member, request(), async (tx) => {
      await sql`insert into things values ('half')`.execute(tx)
      throw new AppError('conflict', 'Not now.')
    })
    await expect(failing).rejects.toThrow('Not now.')
    expect(await things('half')).toBe(0)
    expect((await add('whole')).status).toBe(201)
  })

  it.each(['insufficient_credits', 'card_declined'] as const)(
    'refused as %s is refused the same again',
    async (code) => {
      const refused = () =>
        runOnce(context, member, request(), async () => {
          throw new AppError(code, 'No.', code === 'card_declined' ? {} : { credits: 3 })
        })
      const first = await refused().catch((error) => error)
      await expect(add()).rejects.toMatchObject({ code, message: 'No.', details: { credits: first.details.credits } })
    },
  )

  it('can be repeated to complete it if the response requires an action', async () => {
    await add('action', { requiresAction: { clientSecret: 's' } })
    expect((await add('action', { requiresAction: null })).body).toEqual({ requiresAction: null })
    expect((await add('action')).body).toEqual({ requiresAction: null })
    expect(await things('action')).toBe(2)
  })

  it('is not done again if it fails after its response was stored, as when the connection is lost during the commit', async () => {
    const failing = runOnceInSteps(context, member, request(), async (finish) => {
      await finish(async (tx) => {
        await sql`insert into things values ('paid')`.execute(tx)
        return { status: 200, body: 'paid' }
      })
      throw new Error('The connection was lost.')
    })
    await expect(failing).rejects.toThrow('The connection was lost.')
    expect(await add('paid')).toEqual({ status: 200, body: 'paid' })
    expect(await things('paid')).toBe(1)
  })

  it('is done again after a day, and then deleted', async () => {
    await add('day')
    now = new Date(now.getTime() + 86_400_000)
    await add('day')
    expect(await things('day')).toBe(2)
    now = new Date(now.getTime() + 86_400_000)
    await deleteOldAnswers(world.db, now)
    const { rows } = await sql`select from idempotency_keys where key = ${key}`.execute(world.db)
    expect(rows).toHaveLength(0)
  })

  it('is deleted with its account, and no others', async () => {
    const storedOf = async (id: string) => {
      const { rows } = await sql`select from idempotency_keys where user_id = ${id} and key = ${key}`.execute(world.db)
      return rows.length
    }
    const other = memberOf(newId())
    await add('mine')
    await runOnce(context, other, request(), async () => ({ status: 200, body: 'theirs' }))
    await inTransaction(world.db, (tx) => eraseAnswers(tx, member.id))
    expect([await storedOf(member.id), await storedOf(other.id)]).toEqual([0, 1])
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
  expect(await things('plain')).toBe(2)
})
