import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { type Db, openPool } from '#platform/database/db.ts'
import { runCli } from '#test/cli.ts'
import { connectionTo, run } from '#test/postgres.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { noLog } from '../telemetry/request-log.ts'
import { createReadiness, readinessCacheMs } from './readiness.ts'

let testSite: TestSite
let databaseName: string
let lines: string[]
const write = (_: object, line: string) => lines.push(line)
const log = { ...noLog, error: write, info: write }
beforeAll(async () => {
  testSite = await createTestSite()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(testSite.db)
  databaseName = rows[0]?.name ?? ''
})
beforeEach(() => {
  lines = []
})
afterAll(() => testSite.close())

/**
 * Runs a statement in another database, because a read-only database can't be made writable from a connection to it.
 */
const runOnServer = (statement: string) => run(inject('postgres').connection, statement)

const account = { username: 'newcomer', email: 'newcomer@example.test', password: 'a long enough one' }
const register = () => testSite.request('/api/register', { method: 'POST', json: account })

describe('a database that turned read-only', () => {
  it('makes the server not ready and makes writes fail with 503 until the database is writable again', async () => {
    let time = 0
    const readiness = createReadiness({ db: testSite.db, log, now: () => time })
    expect(await readiness()).toEqual({ isReady: true })

    await runOnServer(`alter database ${databaseName} set default_transaction_read_only = on`)
    await runOnServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${databaseName}'`)
    // The pool notices that a connection was closed only when it uses the connection.
    await expect
      .poll(() =>
        sql`select 1`.execute(testSite.db).then(
          () => 'up',
          () => 'down',
        ),
      )
      .toBe('up')
    time += readinessCacheMs
    expect(await readiness()).toMatchObject({ isReady: false, status: 'database read-only', reason: '25006' })
    const refused = await register()
    expect([refused.status, refused.body.code]).toEqual([503, 'overloaded'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const { status, stdout } = await runCli(['doctor'], testSite.connection)
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^fail {2}writes .*read-only/m)])

    await runOnServer(`alter database ${databaseName} reset default_transaction_read_only`)
    time += readinessCacheMs
    await expect
      .poll(() => {
        time += readinessCacheMs
        return readiness()
      })
      .toEqual({ isReady: true })
    expect((await register()).status).toBe(201)
    expect(lines).toEqual([expect.stringContaining('read-only'), 'the database accepts writes again'])
  })
})

describe('the readiness of a process', () => {
  it('is checked at most once every few seconds, for any number of requests', async () => {
    let time = Date.now()
    let checks = 0
    const db = testSite.db.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'SelectQueryNode') checks++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const readiness = createReadiness({ db, log, now: () => time })
    await Promise.all(Array.from({ length: 50 }, readiness))
    time += readinessCacheMs - 1
    await readiness()
    expect(checks).toBe(1)
    time += 1
    await readiness()
    expect(checks).toBe(2)
  })

  it('is reported in time if the database doesn’t respond', async () => {
    const silent = { transaction: () => ({ execute: () => new Promise(() => undefined) }) } as unknown as Db
    const readiness = createReadiness({ db: silent, log, timeoutMs: 1 })
    expect(await readiness()).toMatchObject({ isReady: false, status: 'database slow' })
  })

  it('is false for a database without tables', async () => {
    const empty = `${databaseName}_empty`
    await runOnServer(`create database ${empty}`)
    const { db } = openPool(connectionTo(inject('postgres').connection, empty), () => undefined)
    const readiness = createReadiness({ db, log })
    expect(await readiness()).toMatchObject({ isReady: false, status: 'database not usable', reason: '42P01' })
    await db.destroy()
    await runOnServer(`drop database ${empty}`)
  })
})
