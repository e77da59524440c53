import { resolve } from 'node:path'
import type pg from 'pg'
import { openEmbeddedPostgres, type SocketConnection } from '#server/embedded-postgres/embedded-postgres.ts'
import { type Db, openPool } from './platform/db.ts'
import { sessionSettings } from './platform/session-settings.ts'
import type { Settings } from './settings.ts'
import { StartError } from './start-error.ts'

export type { SocketConnection }
export type OpenDatabase = {
  db: Db
  pool: pg.Pool
  connection: { connectionString: string } | SocketConnection
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** An embedded database has only one server, beside any number of commands. */
  purpose: 'server' | 'command'
  log: (message: string) => void
  max?: number
  /** The most connections to an embedded database. */
  connections?: number
  /** Called with the new host after a restart of an embedded database, for the pools of other processes. */
  onRestart?: (host: string) => void
}

/** Opens DATABASE_URL, or else the embedded database of DATA_DIR. Throws StartError with advice in one line. */
export async function openDatabase(settings: Settings, options: DatabaseOptions): Promise<OpenDatabase> {
  const { purpose, log, max, connections } = options
  const logError = (error: Error) => log(`database connection lost: ${error.message}`)
  if (settings.DATABASE_URL) {
    const connection = { connectionString: settings.DATABASE_URL }
    const { db, pool } = openPool(connection, logError, { max })
    await refuseUnreachable(pool, settings.DATABASE_URL)
    return { db, pool, connection, close: () => db.destroy() }
  }
  // New connections use it. The pool drops the broken ones to the former database.
  const onRestart = ({ host }: SocketConnection) => {
    pool.options.host = host
    options.onRestart?.(host)
  }
  const postgres = await openEmbeddedPostgres({
    dataDir: resolve(settings.DATA_DIR),
    purpose,
    log,
    connections,
    ...(purpose === 'server' && { onRestart }),
  })
  const { db, pool } = openPool(postgres.connection, logError, { max })
  const close = async () => {
    await db.destroy()
    await postgres.close()
  }
  return {
    db,
    pool,
    get connection() {
      return postgres.connection
    },
    close,
  }
}

/** Opens the embedded database of the primary in a worker. The primary starts and stops it. */
export function openWorkerDatabase(connection: SocketConnection, log: (message: string) => void): OpenDatabase {
  const { db, pool } = openPool(connection, (error) => log(`database connection lost: ${error.message}`))
  return { db, pool, connection, close: () => db.destroy() }
}

async function refuseUnreachable(pool: pg.Pool, url: string) {
  try {
    await refuseDropped(pool)
  } catch (error) {
    await pool.end()
    if (error instanceof StartError) throw error
    const { hostname, port, pathname } = new URL(url)
    const place = `${hostname || 'localhost'}:${port || 5432}${pathname}`
    throw new StartError(
      `The database at ${place} can't be used: ${messageOf(error)}. Check DATABASE_URL and that the server runs.`,
      { cause: error },
    )
  }
}

const timeouts = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const

/** Throws StartError if a connection pooler drops our time-outs. */
async function refuseDropped(pool: pg.Pool) {
  const query = 'select name, setting from pg_settings where name = any($1)'
  const { rows } = await pool.query<{ name: string; setting: string }>(query, [timeouts])
  const dropped = timeouts.find((name) =>
    rows.some((row) => row.name === name && row.setting !== sessionSettings[name]),
  )
  if (!dropped) return
  throw new StartError(
    `${dropped} has no effect on connections of DATABASE_URL: something in between, such as a pooler, drops startup options. Connect to PostgreSQL directly.`,
  )
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(messageOf))].join(', ')
  return error instanceof Error ? error.message || String((error as { code?: unknown }).code) : String(error)
}
