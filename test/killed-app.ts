import type pg from 'pg'
import { type Connection, openPool } from '#platform/database/db.ts'
import { createApp } from '#server/app.ts'
import { createTestServices } from './test-services.ts'
import type { TestAppOptions } from './test-site.ts'

type KillOptions = {
  connection: Connection
  /** The app is killed before it sends statement number `at`, or right after sending it. */
  when: 'before' | 'after'
  at: number
  /** How many database connections the app may open. Default: one. */
  connections?: number
  site?: TestAppOptions
}

type Query = (...args: unknown[]) => unknown

/**
 * Creates a separate app that ends like a killed process: its connections are cut, and its code neither gets responses
 * nor reaches the database anymore. It replaces a real process, which would take a second to start. `request` returns
 * null if the app was killed before it responded.
 */
export function createKilledApp({ connection, when, at, connections = 1, site }: KillOptions) {
  const killed = Promise.withResolvers<null>()
  const unsettled = new Promise<never>(() => undefined)
  const clients: pg.PoolClient[] = []
  let statementCount = 0
  let isKilled = false
  const { db, pool } = openPool(connection, () => undefined, { max: connections })
  const kill = () => {
    isKilled = true
    for (const client of clients) socketOf(client).destroy()
    killed.resolve(null)
  }
  const { connect } = pool
  pool.connect = ((...args: unknown[]) => (isKilled ? unsettled : Reflect.apply(connect, pool, args))) as typeof connect
  pool.on('connect', (client) => {
    // This connection was being opened when the app was killed.
    if (isKilled) socketOf(client).destroy()
    clients.push(client)
    const query = client.query.bind(client) as Query
    const countedQuery: Query = (...args) => {
      if (isKilled) return unsettled
      const isChosen = ++statementCount === at
      if (isChosen && when === 'before') {
        kill()
        return unsettled
      }
      const result = Promise.resolve(query(...args))
      if (isChosen) setImmediate(kill)
      return Promise.race([result, killed.promise.then(() => unsettled)])
    }
    client.query = countedQuery as typeof client.query
  })
  const app = createApp({ ...createTestServices(db), db, ...site })
  return {
    /** Sends a POST with a JSON body. Resolves to the complete response. */
    async request(path: string, headers: Record<string, string>, json: unknown) {
      const respond = async () => {
        const body = JSON.stringify(json)
        const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
        const response = await app.request(path, init)
        return { status: response.status, text: await response.text() }
      }
      const result = await Promise.race([respond(), killed.promise])
      if (isKilled) await waitForEnd(connection, clients)
      return result
    },
  }
}

/** Waits until PostgreSQL has noticed that these connections were cut, and has ended their statements. */
async function waitForEnd(connection: Connection, clients: pg.PoolClient[]): Promise<void> {
  const { pool } = openPool(connection, () => undefined, { max: 1 })
  const pids = clients.map((client) => (client as unknown as { processID: number }).processID)
  while ((await pool.query('select from pg_stat_activity where pid = any($1)', [pids])).rows.length > 0)
    await new Promise((resolve) => setTimeout(resolve, 5))
  await pool.end()
}

function socketOf(client: pg.PoolClient): { destroy(): void } {
  return (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream
}
