import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { Hono } from 'hono'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiEnv } from '#platform/api.ts'
import { openPool } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { errorEvent } from '#platform/work/event-stream.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import { noLog } from '../telemetry/request-log.ts'
import { createErrorHandler } from './error-responses.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

/**
 * Returns the response to a request whose handler runs `work`. `isSignedIn`: whether the session is still valid when the
 * error is handled.
 */
async function responseTo(work: () => Promise<unknown>, isSignedIn = true) {
  const app = new Hono<ApiEnv>()
  app.onError(createErrorHandler(noLog, async () => isSignedIn))
  app.use(async (c, next) => {
    c.set('actor', memberOf(newId()))
    await next()
  })
  app.get('/', async (c) => c.json(await work()))
  const response = await app.request('/')
  const { code } = (await response.json()) as { code: string }
  return { status: response.status, code, retryAfter: Number(response.headers.get('retry-after')) }
}

const overloaded = { status: 503, code: 'overloaded', retryAfter: expect.toSatisfy((seconds) => seconds > 0) }

it('a write by an account that was just deleted is refused with 401', async () => {
  const prompt = await testSite.addPrompt()
  const save = () => sql`insert into favourites values (gen_random_uuid(), ${prompt.id}, now())`.execute(testSite.db)
  expect(await responseTo(save, false)).toMatchObject({ status: 401, code: 'authentication_required' })
  expect(await responseTo(save, true)).toMatchObject({ status: 500, code: 'internal_error' })
})

it('a failed request is logged without the token in its path', async () => {
  const lines: unknown[] = []
  const app = new Hono<ApiEnv>()
  app.onError(createErrorHandler({ ...noLog, error: (fields) => lines.push(fields) }))
  app.get('/feeds/private/:token', () => {
    throw new Error('broken')
  })
  expect((await app.request('/feeds/private/a-secret-token?q=words')).status).toBe(500)
  expect(lines).toMatchObject([{ path: '/feeds/private/…' }])
})

it('the causes of an error are logged: as an error if the request failed, as a warning if it was refused', async () => {
  const lines: unknown[] = []
  const app = new Hono<ApiEnv>()
  const warn = (fields: object) => lines.push({ level: 'warn', ...fields })
  app.onError(createErrorHandler({ ...noLog, error: (fields) => lines.push({ level: 'error', ...fields }), warn }))
  const inner = new Error('connect ECONNREFUSED')
  const cause = new TypeError('fetch failed', { cause: inner })
  app.get('/failed', () => {
    throw new AppError('provider_unavailable', 'Try again in a minute.', { cause })
  })
  app.get('/refused', () => {
    throw new AppError('invalid_credentials', 'Start again.', { cause })
  })
  app.get('/expected', () => {
    throw new AppError('invalid_credentials', 'Start again.')
  })
  for (const path of ['/failed', '/refused', '/expected']) await app.request(path)
  const error = { cause: { message: 'fetch failed', cause: { message: 'connect ECONNREFUSED' } } }
  expect(lines).toMatchObject([
    { level: 'error', path: '/failed', error },
    { level: 'warn', path: '/refused', error },
  ])
})

it('only errors of the database’s own connections count as its outage, not those of files and other connections', async () => {
  const { db } = openPool({ connectionString: 'postgres://127.0.0.1:1/none' }, () => undefined)
  expect(await responseTo(() => sql`select 1`.execute(db))).toEqual(overloaded)
  await db.destroy()
  const bug = { status: 500, code: 'internal_error' }
  expect(await responseTo(() => readFile('/no/such/file'))).toMatchObject(bug)
  expect(await responseTo(() => once(connect(1, '127.0.0.1'), 'connect'))).toMatchObject(bug)
  const reset = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  expect(await responseTo(() => Promise.reject(reset))).toMatchObject(bug)
})

describe('a statement that the database gives up on', () => {
  it.each([
    ['55P03', 'a lock time-out'],
    ['57014', 'a statement time-out'],
    ['40P01', 'a deadlock'],
    ['40001', 'a serialization failure'],
    ['25P03', 'a transaction that was idle too long'],
    ['53200', 'no memory for locks'],
    ['53300', 'no connection left'],
    ['55000', 'a database closed to connections'],
  ])('leads to 503 with Retry-After: %s, %s', async (code) => {
    const raise = () => sql.raw(`do $$ begin raise sqlstate '${code}'; end $$`).execute(testSite.db)
    expect(await responseTo(raise)).toEqual(overloaded)
    expect(errorEvent(await raise().catch((error) => error)).data).toMatchObject({ code: 'overloaded' })
  })

  it('leads to 503 if another transaction really holds a lock, or a statement really runs too long', async () => {
    const holder = await testSite.db.startTransaction().execute()
    await sql`update catalogue_version set version = version`.execute(holder)
    const waiting = () =>
      testSite.db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = '20ms'`.execute(tx)
        await sql`update catalogue_version set version = version`.execute(tx)
      })
    const sleeping = () =>
      testSite.db.transaction().execute(async (tx) => {
        await sql`set local statement_timeout = '20ms'`.execute(tx)
        await sql`select pg_sleep(60)`.execute(tx)
      })
    expect([await responseTo(waiting), await responseTo(sleeping)]).toEqual([overloaded, overloaded])
    await holder.rollback().execute()
  })

  it('leads to 503 if all connections of the pool are taken', async () => {
    const pool = new pg.Pool({ ...testSite.connection, max: 1 })
    const taken = await pool.connect()
    pool.options.connectionTimeoutMillis = 20
    expect(await responseTo(() => pool.query('select 1'))).toEqual(overloaded)
    taken.release()
    await pool.end()
  })

  it('leads to 500 if only a bug can cause the error', async () => {
    const raise = (code: string) => () => sql.raw(`do $$ begin raise sqlstate '${code}'; end $$`).execute(testSite.db)
    expect(await responseTo(raise('23505'))).toMatchObject({ status: 500, code: 'internal_error' })
    expect(await responseTo(raise('42703'))).toMatchObject({ status: 500, code: 'internal_error' })
    // Values are checked before they reach the database, so one that it refuses is a bug too.
    for (const code of ['22003', '22007', '22008', '22021', '22P02', '22P05'])
      expect(await responseTo(raise(code))).toMatchObject({ status: 500, code: 'internal_error' })
  })
})
