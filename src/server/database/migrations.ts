import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, inTransaction, isDatabaseBusy, type Tx, violatesKey } from '#platform/database/db.ts'
import { storeSessionSettings } from '#platform/database/store-session-settings.ts'
import { jobsSchema, prepareJobs } from '../jobs/job-queue.ts'
import { StartError } from '../start/start-error.ts'
import { refuseUnsuitable } from './database-fitness.ts'
import { lockTable, startWaitMs } from './lock-table.ts'
import { checksumOf, readKnownChecksums } from './migration-checksums.ts'

const folder = join(import.meta.dirname, '../../../db/migrations')

/**
 * A file of `db/migrations`. `accepted`: the checksums that a database may have stored for it, including those that
 * older versions of the program computed.
 */
type Migration = { name: string; text: string; checksum: string; accepted: Set<string> }

/**
 * How long a migration waits for a lock, in ms, while other statements that need the same table wait behind it. The
 * migration is tried again after a pause, because a long transaction, such as a backup, may hold the lock.
 */
const lockWaitMs = 500
const lockPauseMs = 1_000
const lockAttempts = 30

/**
 * Migrates the database: applies each file of `db/migrations` once and in order, then updates the job queue's tables
 * and the settings of new connections. Several processes may call it together. Each file has its own transaction (on a
 * new database, all share one). Returns the names of the applied files. Throws StartError if the database is unsuitable
 * or of a newer version, a file has changed or fails, or the history table stays locked for over `waitMs`.
 */
export async function migrate(db: Db, waitMs = startWaitMs): Promise<string[]> {
  await refuseUnsuitable(db, { pending: await isPending(db) })
  await ensureHistoryTable(db)
  const migrations = await readMigrations()
  const applied: string[] = []
  for (;;) {
    const names = await applyNext(db, migrations, waitMs)
    if (names.length === 0) break
    applied.push(...names)
  }
  await inTransaction(db, async (tx) => {
    await lockApplied(tx, waitMs)
    // `prepareJobs` uses another connection, because pg-boss commits by itself. This lock makes other processes wait.
    await prepareJobs(db)
    await storeSessionSettings(tx)
  })
  return applied
}

/**
 * Applies the next pending migration, so that other statements wait for one migration at most, or all migrations if the
 * database is new. Returns their names.
 */
async function applyNext(db: Db, migrations: Migration[], waitMs: number): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, async (tx) => {
        const { pending, isNew } = await findPending(tx, migrations, waitMs)
        const next = isNew ? pending : pending.slice(0, 1)
        await sql`set local lock_timeout = ${sql.lit(lockWaitMs)}`.execute(tx)
        for (const migration of next) await apply(tx, migration)
        return next.map(({ name }) => name)
      })
    } catch (error) {
      if (attempt === lockAttempts || !isDatabaseBusy((error as Error).cause)) throw error
      await wait(lockPauseMs)
    }
  }
}

/**
 * Applies migrations in the caller's transaction, to a database that has the history table. `names`: applies only
 * these, to create the schema of an older version. Returns the applied names. Throws StartError like `migrate`.
 */
export async function migrateWithin(tx: Tx, names?: string[]): Promise<string[]> {
  const { pending } = await findPending(tx, await readMigrations())
  const selected = pending.filter(({ name }) => names?.includes(name) ?? true)
  for (const migration of selected) await apply(tx, migration)
  return selected.map(({ name }) => name)
}

/**
 * Finds the migrations that the database doesn't have, and keeps other processes from migrating until the transaction
 * ends. `isNew`: no migration has been applied yet.
 */
async function findPending(
  tx: Tx,
  migrations: Migration[],
  waitMs = startWaitMs,
): Promise<{ pending: Migration[]; isNew: boolean }> {
  const applied = await lockApplied(tx, waitMs)
  refuseForeignHistory(applied, migrations)
  const done = new Set(applied.map(({ name }) => name))
  return { pending: migrations.filter(({ name }) => !done.has(name)), isNew: applied.length === 0 }
}

/** The names of the migrations that the database doesn't have yet. */
export async function listPendingMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db)
  const applied = new Set(rows.map((row) => row.name))
  return (await readMigrations()).map((migration) => migration.name).filter((name) => !applied.has(name))
}

/** Lists the pending migrations for a message. For a database that was never migrated, the list is `all migrations`. */
export async function describePendingMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    exists: boolean
  }>`select to_regclass('schema_migrations') is not null as "exists"`.execute(db)
  return rows[0]?.exists ? listPendingMigrations(db) : ['all migrations']
}

/** Whether a migration is pending, or the history table or the job queue has to be created. */
async function isPending(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('schema_migrations') is not null and to_regnamespace(${jobsSchema}) is not null as "exists"`.execute(
    db,
  )
  return !rows[0]?.exists || (await listPendingMigrations(db)).length > 0
}

/** Reads the migrations of this program, in their order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const known = await readKnownChecksums()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      const checksum = checksumOf(text)
      return { name, text, checksum, accepted: new Set([checksum, ...(known.get(name) ?? [])]) }
    }),
  )
}

/** An applied migration, as a database or a backup records it. */
export type AppliedMigration = { name: string; checksum: string }

/**
 * Finds the first applied migration that this program doesn't have, or that has a checksum unknown here. Returns null
 * if there is none.
 */
export function findForeignMigration(
  applied: AppliedMigration[],
  migrations: Migration[],
): { name: string; isNewer: boolean } | null {
  const known = new Map(migrations.map((migration) => [migration.name, migration.accepted]))
  const foreign = applied.find(({ name, checksum }) => !known.get(name)?.has(checksum))
  return foreign ? { name: foreign.name, isNewer: !known.has(foreign.name) } : null
}

/** Creates the history table, which lists the applied migrations, if it doesn't exist. */
export async function ensureHistoryTable(db: Db) {
  const create = sql`create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`
  // Even `create if not exists` requires the right to create tables, which a migrated site shouldn't need.
  const { rows } = await sql<{
    exists: boolean
  }>`select to_regclass('schema_migrations') is not null as "exists"`.execute(db)
  if (rows[0]?.exists) return
  try {
    await create.execute(db)
  } catch (error) {
    // If two processes create the table at the same time, one of them gets an error about a duplicate row, table or
    // type.
    const isThere = ['42P07', '42710'].includes((error as { code?: string }).code ?? '')
    if (!isThere && !violatesKey(error, 'pg_type_typname_nsp_index', 'pg_class_relname_nsp_index')) throw error
    await create.execute(db)
  }
}

async function lockApplied(tx: Tx, waitMs: number): Promise<AppliedMigration[]> {
  await lockTable(tx, 'schema_migrations', waitMs)
  const { rows } = await sql<AppliedMigration>`
    select name, checksum from schema_migrations order by name`.execute(tx)
  return rows
}

function refuseForeignHistory(applied: AppliedMigration[], migrations: Migration[]) {
  const foreign = findForeignMigration(applied, migrations)
  if (foreign?.isNewer)
    throw new StartError(
      `The database was created by a newer Promptarium (it has ${foreign.name}). Start that version instead.`,
    )
  if (foreign)
    throw new StartError(
      `db/migrations/${foreign.name} changed after it was applied. Restore the file from the release; put changes into a new migration.`,
    )
}

async function apply(tx: Tx, migration: Migration) {
  try {
    await sql.raw(migration.text).execute(tx)
  } catch (error) {
    throw new StartError(`Migration ${migration.name} failed: ${(error as Error).message}. It changed nothing.`, {
      cause: error,
    })
  }
  await sql`insert into schema_migrations (name, checksum) values (${migration.name}, ${migration.checksum})`.execute(
    tx,
  )
}
