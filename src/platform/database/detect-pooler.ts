import { randomBytes } from 'node:crypto'
import type pg from 'pg'

/** How many times to try to get another server connection from the pooler, and how long a query may take in ms. */
const attempts = 4
const queryTimeoutMs = 2_000

/**
 * Whether a pool connects to a pooler and not to PostgreSQL. A pooler sends cancellation keys of its own
 * (BackendKeyData), so the process id in the key isn't that of the process that runs the query.
 */
export async function isPooled(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return (client as pg.PoolClient & { processID: number | null }).processID !== rows[0]?.pid
  } finally {
    client.release()
  }
}

/**
 * Whether a pooler supports named prepared statements, as PgBouncer does from 1.21 on unless max_prepared_statements is
 * 0. To find out, one client runs the same statement on two server connections while another client occupies the first
 * one. Also returns false if this can't be determined.
 */
export async function supportsNamedStatements(pool: pg.Pool): Promise<boolean> {
  const name = `promptarium_probe_${randomBytes(6).toString('hex')}`
  const statement = { name, text: 'select pg_backend_pid() as pid', query_timeout: queryTimeoutMs }
  const [client, other] = [await pool.connect(), await pool.connect()]
  try {
    const first = (await client.query(statement)).rows[0].pid
    for (let left = attempts; left > 0; left--) {
      await other.query('begin')
      const occupied = (await other.query('select pg_backend_pid() as pid')).rows[0].pid
      const next = occupied === first ? (await client.query(statement)).rows[0].pid : first
      await other.query('rollback')
      if (next !== first) return true
    }
    return false
  } catch {
    return false
  } finally {
    // Closes both connections, so that the prepared statement is discarded.
    client.release(true)
    other.release(true)
  }
}
