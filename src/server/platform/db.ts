import { setTimeout as wait } from 'node:timers/promises'
import { CamelCasePlugin, Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { dropFailedConnections } from './failed-connections.ts'
import { namePreparedStatements, type PreparedStatements } from './prepared-statements.ts'
import { type Replica, withReplica } from './replica.ts'
import { applicationName } from './session-settings.ts'
import type { Tables } from './tables.ts'
import { traceStatements } from './trace-statements.ts'

/** A handle for queries. A transaction is one too, so functions that take `Db` work inside and outside of one. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

export type Connection = { connectionString: string } | { host: string; user: string; database: string }

// 20 = int8, 1700 = numeric. Counts and totals here stay far below 2^53.
pg.types.setTypeParser(20, Number)
pg.types.setTypeParser(1700, Number)

class ColumnNames extends CamelCasePlugin {
  /** `createdAt` as PostgreSQL knows it: `created_at`. */
  stored(name: string): string {
    return this.snakeCase(name)
  }
}

// Keys inside JSON columns are the product's own and don't change.
const columnNames = new ColumnNames({ maintainNestedObjectKeys: true })

/** Columns of `alias` for the select list of raw SQL: `columnsOf('t', ['isFree'])` is `t.is_free`. */
export function columnsOf(alias: string, names: readonly string[]): RawBuilder<unknown> {
  return sql.raw(names.map((name) => `${alias}.${columnNames.stored(name)}`).join(', '))
}

/** How long a connection is used, in s. */
const lifetimeSeconds = 300
/** How long a connection is idle before TCP checks whether the other end is alive, in ms. */
const keepAliveMs = 10_000

/**
 * `max`: the most connections. `connectMs`: how long a query waits for one, `answerMs` for its answer. `statements`: of
 * prepared-statements.ts. `replica`: where reads may go that may be old.
 */
type PoolOptions = {
  max?: number
  connectMs?: number
  answerMs?: number
  statements?: PreparedStatements
  replica?: Replica
}

/**
 * Opens a pool. `log` gets the errors of connections that die while idle or in use; without a listener they would end the
 * process (documented behavior of pg). Sends no startup options, which poolers refuse: session-settings.ts says where the
 * settings come from.
 */
export function openPool(
  connection: Connection,
  log: (error: Error) => void,
  { max = 10, connectMs = 5000, answerMs, statements = { areNamed: true }, replica }: PoolOptions = {},
): { db: Db; pool: pg.Pool } {
  const pool = new pg.Pool({
    ...connection,
    max,
    connectionTimeoutMillis: connectMs,
    application_name: applicationName,
    // So that connections are distributed again after a failover changed what the address refers to.
    maxLifetimeSeconds: lifetimeSeconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  })
  pool.on('error', log)
  // Before names are given, which needs the statement as it came.
  dropFailedConnections(pool, answerMs)
  pool.on('connect', (client) => {
    client.on('error', log)
    namePreparedStatements(client, statements)
    traceStatements(client)
  })
  const dialect = new PostgresDialect({ pool: replica ? withReplica(pool, replica) : pool })
  return { db: new Kysely<Tables>({ dialect, plugins: [columnNames] }), pool }
}

const retryable = new Set(['40001', '40P01'])
const attempts = 5

/** The last steps of transactions, in order. */
const lastSteps = new WeakMap<Tx, (() => Promise<void>)[]>()

/** Runs `work` in a transaction. Retries it after a serialization failure or deadlock. */
export async function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute((tx) => workAndLastSteps(tx, work))
    } catch (error) {
      if (attempt === attempts || !(error instanceof pg.DatabaseError) || !retryable.has(error.code ?? '')) throw error
    }
  }
}

async function workAndLastSteps<Result>(tx: Tx, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const steps: (() => Promise<void>)[] = []
  lastSteps.set(tx, steps)
  const result = await work(tx)
  for (const step of steps) await step()
  return result
}

/**
 * The same for work that must not be reported as failed if it succeeded: if the connection is lost during the commit, the
 * database is asked whether it was committed.
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

/** How often, and how far apart in ms, to check a commit: the server may not know yet that its client has disconnected. */
const commitChecks = { most: 50, everyMs: 100 }

/** Whether a transaction was committed (pg_xact_status). Fails if the database does. */
export async function isCommitted(db: Db, id: string): Promise<boolean> {
  for (let check = 1; ; check++) {
    const status = await readStatus(db, id)
    if (status !== 'in progress' || check === commitChecks.most) return status === 'committed'
    await wait(commitChecks.everyMs)
  }
}

async function readStatus(db: Db, id: string): Promise<string | undefined> {
  try {
    const { rows } = await sql<{ status: string }>`select pg_xact_status(${id}::xid8) as status`.execute(db)
    return rows[0]?.status
  } catch (error) {
    // "In the future": the database crashed before it stored that the transaction began.
    if (error instanceof pg.DatabaseError && error.code === '22023') return 'aborted'
    throw error
  }
}

/**
 * Runs `step` after all other work of this transaction, so that a row that everybody writes is locked only briefly before
 * the commit. The transaction must be one of `inTransaction`.
 */
export function beforeCommit(tx: Tx, step: () => Promise<void>): void {
  const steps = lastSteps.get(tx)
  if (!steps) throw new Error('Begin this transaction with inTransaction.')
  steps.push(step)
}

/**
 * Whether a statement violated one of these unique keys. They must be named, since a violation of any other key is a bug,
 * not an error for people.
 */
export function breaksKey(error: unknown, ...keys: [string, ...string[]]): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && keys.includes(error.constraint ?? '')
}

/** Whether a row was refused because what it refers to by this foreign key was deleted meanwhile. */
export function refersToDeleted(error: unknown, key: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23503' && error.constraint === key
}

/** Whether a deletion was refused because another row still references the row. */
export function isStillReferenced(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '23503' || error.code === '23001')
}

/** Whether a statement timed out waiting for a lock. Nothing was changed. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}

/** Whether the database refused a statement because of its values, a race or a lock. Nothing was changed. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError) || !error.code) return false
  return error.code.startsWith('23') || retryable.has(error.code) || isLockTimeout(error)
}

/** Whether the database can't be reached or refuses connections (as opposed to refusing a statement). */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string') {
    return /^(ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|08|28|3D000|55000|57P0|53300)/.test(code)
  }
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  )
}

/** Lock and statement time-outs, serialization failures and deadlocks. */
const busyCodes = new Set(['55P03', '57014', '25P03', ...retryable])

/** Whether the database gave up on a statement because of locks or its time-out. Nothing was changed. */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof pg.DatabaseError && busyCodes.has(error.code ?? '')
}

/** The LIKE pattern for texts that contain `text`, with escaped wildcards. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
