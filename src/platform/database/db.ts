import { setTimeout as wait } from 'node:timers/promises'
import { CamelCasePlugin, Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { dropFailedConnections, isFromDatabase } from './failed-connections.ts'
import { namePreparedStatements, type PreparedStatements } from './prepared-statements.ts'
import { type Replicas, withReplicas } from './replicas.ts'
import { applicationName } from './session-settings.ts'
import type { Tables } from './tables.ts'
import { traceStatements } from './trace-statements.ts'

/**
 * Runs queries. A transaction (`Tx`) is a `Db` too, so a function that takes a `Db` works inside and outside of
 * transactions.
 */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

export type Connection = { connectionString: string } | { host: string; user: string; database: string }

// 20 is int8, and 1700 is numeric. The counts and totals in this database stay far below 2^53.
pg.types.setTypeParser(20, Number)
pg.types.setTypeParser(1700, Number)

class ColumnNames extends CamelCasePlugin {
  /** The name of a column in PostgreSQL, which is `created_at` for `createdAt`. */
  stored(name: string): string {
    return this.snakeCase(name)
  }
}

// The names of keys in JSON columns aren't converted.
const columnNames = new ColumnNames({ maintainNestedObjectKeys: true })

/** The columns of `alias` for the select list of raw SQL: `columnsOf('t', ['isFree'])` becomes `t.is_free`. */
export function columnsOf(alias: string, names: readonly string[]): RawBuilder<unknown> {
  return sql.raw(names.map((name) => `${alias}.${columnNames.stored(name)}`).join(', '))
}

/** An array of ids in SQL. It is for long lists, because pg would escape each value of an array. */
export function uuidArray(ids: string[]): RawBuilder<string[]> {
  return sql`${`{${ids.join(',')}}`}::uuid[]`
}

/** The maximum lifetime of a connection, in seconds. */
const lifetimeSeconds = 300
/** After a connection has been idle for this long, in ms, TCP checks whether its other end is alive. */
const keepAliveMs = 10_000

/**
 * `max`: the maximum number of connections. `connectMs`: how long a query waits for a connection. `queryTimeoutMs`: how
 * long a query waits for its result. `statements`: whether statements with `preparedOnce` get names (some poolers don't
 * support that). `replicas`: for reads that may be a few seconds old.
 */
type PoolOptions = {
  max?: number
  connectMs?: number
  queryTimeoutMs?: number
  statements?: PreparedStatements
  replicas?: Replicas
}

/**
 * Opens a pool. `log` receives the errors of lost connections; without a listener, pg would end the process. Doesn't
 * send the settings of all connections (`session-settings.ts`) when it connects, because poolers refuse them.
 */
export function openPool(
  connection: Connection,
  log: (error: Error) => void,
  { max = 10, connectMs = 5000, queryTimeoutMs, statements = { areNamed: true }, replicas }: PoolOptions = {},
): { db: Db; pool: pg.Pool } {
  const pool = new pg.Pool({
    ...connection,
    max,
    connectionTimeoutMillis: connectMs,
    application_name: applicationName,
    // The lifetime is limited so that, after a failover, the pool soon uses only the server that the address then
    // refers to.
    maxLifetimeSeconds: lifetimeSeconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  })
  pool.on('error', log)
  // Called first, so that its wrapper of client.query is the inner one. It turns statements into objects, but
  // namePreparedStatements names only statements that are strings.
  dropFailedConnections(pool, queryTimeoutMs)
  pool.on('connect', (client) => {
    client.on('error', log)
    namePreparedStatements(client, statements)
    traceStatements(client)
  })
  const dialect = new PostgresDialect({ pool: replicas ? withReplicas(pool, replicas) : pool })
  return { db: new Kysely<Tables>({ dialect, plugins: [columnNames] }), pool }
}

/** The SQLSTATEs of a serialization failure and a deadlock. */
const retryableCodes = new Set(['40001', '40P01'])
const attempts = 5

/** What each open transaction still has to do at its end (`beforeCommit`), in order. */
const lastSteps = new WeakMap<Tx, (() => Promise<void>)[]>()

/** Runs `work` in a transaction, and repeats it after a serialization failure or a deadlock. */
export async function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute((tx) => runWithLastSteps(tx, work))
    } catch (error) {
      const isRetryable = error instanceof pg.DatabaseError && retryableCodes.has(error.code ?? '')
      if (attempt === attempts || !isRetryable) throw error
    }
  }
}

async function runWithLastSteps<Result>(tx: Tx, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const steps: (() => Promise<void>)[] = []
  lastSteps.set(tx, steps)
  const result = await work(tx)
  for (const step of steps) await step()
  return result
}

/**
 * Like `inTransaction`, for work that must not be reported as failed if it succeeded. If the connection is lost during
 * the commit, asks the database whether the transaction was committed.
 */
export async function inConfirmedTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  let ready: { id: string | null; result: Result } | undefined
  try {
    return await inTransaction(db, async (tx) => {
      ready = undefined
      const result = await work(tx)
      const { rows } = await sql<{ id: string | null }>`select pg_current_xact_id_if_assigned()::text as id`.execute(tx)
      ready = { id: rows[0]?.id ?? null, result }
      return result
    })
  } catch (error) {
    if (ready?.id && (await isCommitted(db, ready.id))) return ready.result
    throw error
  }
}

/**
 * How many times to check a commit, and at which interval in ms. The server may not have noticed the lost connection
 * yet.
 */
const commitChecks = { max: 50, everyMs: 100 }

/**
 * Asks the database whether a transaction was committed (pg_xact_status). Waits while it is in progress, but returns
 * false if it still is after five seconds (`commitChecks`). Rejects if the database fails.
 */
export async function isCommitted(db: Db, id: string): Promise<boolean> {
  for (let check = 1; ; check++) {
    const status = await readStatus(db, id)
    if (status !== 'in progress' || check === commitChecks.max) return status === 'committed'
    await wait(commitChecks.everyMs)
  }
}

async function readStatus(db: Db, id: string): Promise<string | undefined> {
  try {
    const { rows } = await sql<{ status: string }>`select pg_xact_status(${id}::xid8) as status`.execute(db)
    return rows[0]?.status
  } catch (error) {
    // PostgreSQL says “in the future”: it crashed before it stored that the transaction had begun.
    if (error instanceof pg.DatabaseError && error.code === '22023') return 'aborted'
    throw error
  }
}

/**
 * Runs `step` after all other work of this transaction, so that a row that every transaction writes is locked only
 * briefly. Throws an Error if the transaction wasn't started with `inTransaction`.
 */
export function beforeCommit(tx: Tx, step: () => Promise<void>): void {
  const steps = lastSteps.get(tx)
  if (!steps) throw new Error('Start this transaction with inTransaction.')
  steps.push(step)
}

/**
 * Whether a statement violated one of these unique keys. They must be named, because a violation of any other key is a
 * bug and not an error to show to users.
 */
export function violatesKey(error: unknown, ...keys: [string, ...string[]]): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && keys.includes(error.constraint ?? '')
}

/** Whether a row was refused because the row that its foreign key `key` refers to has been deleted. */
export function refersToDeleted(error: unknown, key: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23503' && error.constraint === key
}

/** Whether a row couldn't be deleted because another row still refers to it. */
export function isStillReferenced(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '23503' || error.code === '23001')
}

/** Whether a statement waited too long for a lock. It has changed nothing. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}

/**
 * Whether the database refused a statement because of its values, a race or a lock. The statement has changed nothing.
 */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError) || !error.code) return false
  return /^2[23]/.test(error.code) || retryableCodes.has(error.code) || isLockTimeout(error)
}

/**
 * Whether the database can't be reached or refuses connections, by SQLSTATEs, pg's messages and, for errors of a pool,
 * Node's error codes. A refused statement doesn't count.
 */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string') {
    if (/^(08...|28...|3D000|55000|57P0.|53300)$/.test(code)) return true
    return isFromDatabase(error) && /^(ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_)/.test(code)
  }
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  )
}

/** The SQLSTATEs of time-outs (of locks, statements and idle transactions), serialization failures and deadlocks. */
const busyCodes = new Set(['55P03', '57014', '25P03', ...retryableCodes])

/**
 * Whether the database gave up on a statement because of locks, a time-out or a race. The statement has changed
 * nothing.
 */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof pg.DatabaseError && busyCodes.has(error.code ?? '')
}

/** The pattern with which LIKE finds the texts that contain `text`. Wildcards in the text are escaped. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
