import { resolve } from 'node:path'
import type pg from 'pg'
import { type Db, openPool } from '#platform/database/db.ts'
import type { PreparedStatements } from '#platform/database/prepared-statements.ts'
import type { Settings } from '../settings/settings.ts'
import { StartError } from '../start/start-error.ts'
import { openEmbeddedPostgres, type SocketConnection } from './embedded-postgres/embedded-postgres.ts'
import { type OpenReplicas, openReplicas } from './open-replicas.ts'

export type { SocketConnection }
export type OpenDatabase = {
  db: Db
  pool: pg.Pool
  /** Whether prepared statements get names. They do, unless `preparePool` finds a pooler that doesn't support names. */
  statements: PreparedStatements
  /** The standbys of DATABASE_REPLICA_URLS, which only the server opens. */
  replicas?: OpenReplicas
  connection: { connectionString: string } | SocketConnection
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** Only one server at a time may open the embedded database of a data folder, but any number of commands. */
  purpose: 'server' | 'command'
  log: (message: string) => void
  /** The maximum number of connections that this process opens, not counting those to replicas. */
  max?: number
  /** The maximum number of connections to an embedded database, of all processes together. */
  connections?: number
  /**
   * Called with the new host after an embedded database was restarted, so that this server's other processes can
   * connect.
   */
  onRestart?: (host: string) => void
}

/**
 * Opens the database of DATABASE_URL or, if that is unset, the embedded database in DATA_DIR. Throws StartError with
 * one line of advice.
 */
export async function openDatabase(settings: Settings, options: DatabaseOptions): Promise<OpenDatabase> {
  const { purpose, log, max, connections } = options
  const statements = { areNamed: true }
  const logError = (error: Error) => log(`database connection lost: ${error.message}`)
  if (settings.DATABASE_URL) {
    const connection = { connectionString: settings.DATABASE_URL }
    const { DATABASE_REPLICA_URLS: urls } = settings
    const replicas = urls && purpose === 'server' ? openReplicas(urls, log) : undefined
    const { db, pool } = openPool(connection, logError, { max, statements, replicas })
    const isDirect = settings.DATABASE_URL === settings.DATABASE_DIRECT_URL
    await refuseUnreachable(pool, settings.DATABASE_URL, isDirect ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
    const close = async () => {
      await replicas?.close()
      await db.destroy()
    }
    return { db, pool, statements, replicas, connection, close }
  }
  // New connections use the new host. Connections to the old host are broken, and the pool removes them.
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
  const { db, pool } = openPool(postgres.connection, logError, { max, statements })
  const close = async () => {
    await db.destroy()
    await postgres.close()
  }
  return {
    db,
    pool,
    statements,
    get connection() {
      return postgres.connection
    },
    close,
  }
}

/** Connects a worker process to the embedded database, which the primary process starts and stops. */
export function openWorkerDatabase(connection: SocketConnection, log: (message: string) => void): OpenDatabase {
  const statements = { areNamed: true }
  const { db, pool } = openPool(connection, (error) => log(`database connection lost: ${error.message}`), {
    statements,
  })
  return { db, pool, statements, connection, close: () => db.destroy() }
}

/**
 * Opens the database directly, without a pooler, at DATABASE_DIRECT_URL. If that is unset, opens what `openDatabase`
 * opens.
 */
export function openDirectDatabase(settings: Settings, options: DatabaseOptions): Promise<OpenDatabase> {
  const { DATABASE_DIRECT_URL: direct } = settings
  const { DATABASE_REPLICA_URLS: _, ...others } = settings
  return openDatabase(direct ? { ...others, DATABASE_URL: direct } : settings, options)
}

/** Ends the idle connections of a pool, because they keep the settings from the time when they were opened. */
export async function renewConnections(pool: pg.Pool): Promise<void> {
  for (let idle = pool.idleCount; idle > 0; idle--) (await pool.connect()).release(true)
}

async function refuseUnreachable(pool: pg.Pool, url: string, name: string) {
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    const { hostname, port, pathname } = new URL(url)
    const place = `${hostname || 'localhost'}:${port || 5432}${pathname}`
    throw new StartError(
      `The database at ${place} can't be used: ${messageOf(error)}. Check ${name} and that the server runs.`,
      { cause: error },
    )
  }
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(messageOf))].join(', ')
  return error instanceof Error ? error.message || String((error as { code?: unknown }).code) : String(error)
}
