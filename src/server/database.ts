import { resolve } from 'node:path'
import type pg from 'pg'
import { openEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { type Connection, type Db, openPool } from './platform/db.ts'
import { sessionSettings } from './platform/session-settings.ts'
import type { Settings } from './settings.ts'
import { StartError } from './start-error.ts'

export type OpenDatabase = { db: Db; pool: pg.Pool; connection: Connection; close(): Promise<void> }

type Options = {
  /** An embedded database has only one server, beside any number of commands. */
  purpose: 'server' | 'command'
  log: (message: string) => void
  max?: number
}

/** Opens DATABASE_URL, or else the embedded database of DATA_DIR. Throws StartError with advice in one line. */
export async function openDatabase(settings: Settings, { purpose, log, max }: Options): Promise<OpenDatabase> {
  const logError = (error: Error) => log(`database connection lost: ${error.message}`)
  if (settings.DATABASE_URL) {
    const connection = { connectionString: settings.DATABASE_URL }
    const { db, pool } = openPool(connection, logError, { max })
    await refuseUnreachable(pool, settings.DATABASE_URL)
    return { db, pool, connection, close: () => db.destroy() }
  }
  let onRestart = (_: { host: string }): void => undefined
  const postgres = await openEmbeddedPostgres({
    dataDir: resolve(settings.DATA_DIR),
    purpose,
    log,
    ...(purpose === 'server' && { onRestart: (moved) => onRestart(moved) }),
  })
  const { db, pool } = openPool(postgres.connection, logError, { max })
  // New connections use it. The pool drops the broken ones to the former database.
  onRestart = ({ host }) => {
    pool.options.host = host
  }
  const close = async () => {
    await db.destroy()
    await postgres.close()
  }
  return { db, pool, connection: postgres.connection, close }
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
