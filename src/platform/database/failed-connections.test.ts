import { createConnection, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { type Db, inTransaction, openPool } from './db.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

const pidOf = async (db: Db) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid

/** Opens several connections at once. Returns the ids of their server processes. */
function open(db: Db, count: number): Promise<(number | undefined)[]> {
  const { promise: allOpen, resolve } = Promise.withResolvers<void>()
  let opened = 0
  return Promise.all(
    Array.from({ length: count }, () =>
      inTransaction(db, async (tx) => {
        const pid = await pidOf(tx)
        opened++
        if (opened === count) resolve()
        await allOpen
        return pid
      }),
    ),
  )
}

describe('a statement that fails because of the server', () => {
  it.each([
    ['25006', sql`do $$ begin raise read_only_sql_transaction; end $$`],
    ['57P01', sql`do $$ begin raise admin_shutdown; end $$`],
    ['57P02', sql`do $$ begin raise crash_shutdown; end $$`],
    ['57P03', sql`do $$ begin raise cannot_connect_now; end $$`],
    [undefined, sql`select pg_terminate_backend(pg_backend_pid())`],
  ])('closes all connections that were opened before, idle or busy (SQLSTATE %s)', async (code, statement) => {
    const { db, pool } = openPool(testSite.connection, () => undefined, { max: 4 })
    const before = await open(db, 4)
    const [began, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const busy = inTransaction(db, async (tx) => {
      began.resolve()
      await mayEnd.promise
      return pidOf(tx)
    })
    await began.promise
    await expect(statement.execute(db)).rejects.toMatchObject(code ? { code } : {})
    mayEnd.resolve()
    expect(before).toContain(await busy)
    const after = await open(db, 4)
    expect(after.filter((pid) => before.includes(pid))).toEqual([])
    expect(pool.totalCount).toBeLessThanOrEqual(4)
    await db.destroy()
  })
})

it('a connection stays open after an error in the statement itself', async () => {
  const { db } = openPool(testSite.connection, () => undefined, { max: 1 })
  const before = await pidOf(db)
  await expect(sql`select 1 / 0`.execute(db)).rejects.toMatchObject({ code: '22012' })
  expect(await pidOf(db)).toBe(before)
  await db.destroy()
})

it('a connection whose server doesn’t respond is closed, and a new one is opened', async () => {
  const proxy = await startPausableProxy()
  const { db, pool } = openPool({ connectionString: proxy.url }, () => undefined, { max: 1 })
  expect(await pidOf(db)).toBeGreaterThan(0)
  proxy.pause()
  const client = await pool.connect()
  const silent = client.query({ text: 'select 1', query_timeout: 200 } as never)
  await expect(silent).rejects.toThrow('Query read timeout')
  await expect(client.query('rollback')).rejects.toThrow(/closed|terminated/)
  client.release()
  proxy.resume()
  expect(await pidOf(db)).toBeGreaterThan(0)
  await db.destroy()
  await proxy.close()
})

/** Starts a proxy for the database. It can stop forwarding responses, as when the network is interrupted. */
async function startPausableProxy() {
  const { connection } = inject('postgres')
  const sockets = new Set<Socket>()
  let isPaused = false
  const target =
    'host' in connection ? { path: `${connection.host}/.s.PGSQL.5432` } : targetOf(new URL(connection.connectionString))
  const server = createServer((client) => {
    const upstream = createConnection(target as never)
    for (const socket of [client, upstream]) socket.on('error', () => undefined)
    sockets.add(client).add(upstream)
    upstream.on('data', (data) => isPaused || client.write(data))
    client.on('data', (data) => upstream.write(data))
    client.on('close', () => upstream.destroy())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as { port: number }
  const user = 'host' in connection ? connection.user : new URL(connection.connectionString).username
  return {
    url: `postgres://${user}@127.0.0.1:${port}/${testSite.name}`,
    pause: () => {
      isPaused = true
    },
    resume: () => {
      isPaused = false
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function targetOf(url: URL) {
  const folder = url.searchParams.get('host')
  const port = Number(url.port || 5432)
  return folder ? { path: `${folder}/.s.PGSQL.${port}` } : { host: url.hostname, port }
}
