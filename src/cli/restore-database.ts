import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, inConfirmedTransaction, type Tx } from '#platform/database/db.ts'
import { applicationName } from '#platform/database/session-settings.ts'
import { storeSessionSettings } from '#platform/database/store-session-settings.ts'
import { type BackupHeader, readRows } from '#server/database/backup/backup-file.ts'
import {
  derivedTables,
  insertLines,
  type StoredTable,
  setPlainFormats,
  setSequence,
  storedTables,
  withoutConstraints,
} from '#server/database/backup/stored-tables.ts'
import { ensureHistoryTable, migrateWithin, readMigrations } from '#server/database/migrations.ts'
import { jobsSchema } from '#server/jobs/job-queue.ts'
import { StartError } from '#server/start/start-error.ts'
import { showProgress } from './progress.ts'
import { countUsageRows, refuseUsed } from './restore-unused.ts'

/**
 * The backup to restore. `name`: how messages name `file`, which may be a temporary copy. `replace`: whether it may
 * overwrite a site that was used.
 */
type Backup = { file: string; name: string; header: BackupHeader; replace: boolean }

/** How long to wait for a stopped program's connections to end, in ms. */
const waitMs = 3_000
const pollMs = 100

/**
 * Waits briefly for other Promptarium processes to disconnect from this database. Throws StartError if one is still
 * connected.
 */
export async function refuseOtherConnections(db: Db): Promise<void> {
  for (const deadline = Date.now() + waitMs; ; await sleep(pollMs)) {
    if ((await countOtherConnections(db)) === 0) return
    if (Date.now() > deadline) break
  }
  throw new StartError(
    'Another Promptarium process is using this database. Stop it and all running commands, then restore. A pooler may keep connections open: to end them, run RECONNECT in its console.',
  )
}

async function countOtherConnections(db: Db): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(*) as others from pg_stat_activity
    where datname = current_database() and application_name = ${applicationName} and pid <> pg_backend_pid()`.execute(
    db,
  )
  return rows[0]?.others ?? 0
}

/**
 * Restores a backup in one transaction: creates the tables with the backup's schema, fills them, applies later
 * migrations, and stores the settings for future connections. Returns the number of rows. Throws StartError if the site
 * was used (unless `replace`), the database has tables of another program, or the file is incomplete or inconsistent.
 */
export async function restoreDatabase(db: Db, backup: Backup): Promise<number> {
  const { header, replace } = backup
  // If the connection is lost during the commit, a completed restore must not be reported as failed.
  return inConfirmedTransaction(db, async (tx) => {
    await setPlainFormats(tx)
    const relationsBefore = await listRelations(tx)
    // Programs that start or migrate at the same time wait for this lock.
    await ensureHistoryTable(tx)
    await sql`lock table schema_migrations in access exclusive mode`.execute(tx)
    const usageRowsBefore = replace ? [] : await countUsageRows(tx)
    await recreateSchema(tx)
    await refuseForeignTables(tx, relationsBefore)
    await refuseUsed(tx, usageRowsBefore)
    const names = header.migrations.map(({ name }) => name)
    // The schema has all migrations now, but a backup of an older version needs the schema of that version.
    if (!(await areAllMigrations(names))) await recreateSchema(tx, names)
    const total = await fillTables(tx, backup)
    await migrateWithin(tx)
    await storeSessionSettings(tx)
    return total
  })
}

/** Updates the planner's statistics for the new content. */
export async function updateStatistics(db: Db): Promise<void> {
  await sql`set statement_timeout = 0`.execute(db)
  await sql`vacuum (analyze)`.execute(db)
}

/**
 * Empties the schema, except for extensions, and creates it again by applying all migrations or only those in `names`.
 */
async function recreateSchema(tx: Tx, names?: string[]): Promise<void> {
  await sql`set local client_min_messages = warning`.execute(tx)
  // Waiting jobs of the old site would run on the new content. The next startup creates the job queue again.
  await sql`drop schema if exists ${sql.id(jobsSchema)} cascade`.execute(tx)
  for (const statement of await listDropStatements(tx)) await sql.raw(statement).execute(tx)
  await ensureHistoryTable(tx)
  await migrateWithin(tx, names)
}

async function areAllMigrations(names: string[]): Promise<boolean> {
  const all = await readMigrations()
  return names.length === all.length && all.every(({ name }) => names.includes(name))
}

/** Lists the statements that empty the current schema. Extensions are kept, because they may have another owner. */
async function listDropStatements(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    with object as (
      select 'pg_class'::regclass as class, oid, relnamespace as schema, format('%s if exists %s cascade', case relkind
        when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, oid::regclass) as target
        from pg_class where relkind in ('r', 'p', 'v', 'm', 'S')
          -- The sequence of an identity column is dropped with its table, and can't be dropped alone.
          and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = pg_class.oid
            and d.deptype = 'i')
      union all select 'pg_proc'::regclass, oid, pronamespace, format('routine if exists %s cascade', oid::regprocedure)
        from pg_proc
      union all select 'pg_type'::regclass, oid, typnamespace, format('type if exists %s cascade', oid::regtype)
        from pg_type where typtype in ('e', 'd')
      union all select 'pg_ts_config'::regclass, oid, cfgnamespace,
        format('text search configuration if exists %s cascade', oid::regconfig) from pg_ts_config
      union all select 'pg_ts_dict'::regclass, oid, dictnamespace,
        format('text search dictionary if exists %s cascade', oid::regdictionary) from pg_ts_dict
    )
    select 'drop ' || target as statement from object
    where schema = current_schema()::regnamespace and not exists (
      select from pg_depend d where d.classid = object.class and d.objid = object.oid and d.deptype = 'e'
    )`.execute(tx)
  return rows.map(({ statement }) => statement)
}

async function listRelations(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class c
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`.execute(tx)
  return rows.map(({ name }) => name)
}

async function refuseForeignTables(tx: Tx, relationsBefore: string[]): Promise<void> {
  const ownRelations = new Set(await listRelations(tx))
  const foreign = relationsBefore.find((name) => !ownRelations.has(name))
  if (foreign === undefined) return
  throw new StartError(
    `The database has a table that isn't in this version of Promptarium (${foreign}). Restore into a separate database.`,
  )
}

async function fillTables(tx: Tx, { file, name: fileName, header }: Backup): Promise<number> {
  const currentTables = await storedTables(tx)
  const tables = header.tables.map(({ name, columns }) => matchTable(name, columns, currentTables))
  const total = header.tables.reduce((sum, { rows }) => sum + rows, 0)
  const derived = await derivedTables(tx)
  await sql`truncate ${sql.join([...currentTables, ...derived].map(({ name }) => sql.id(name)))}`.execute(tx)
  await withoutConstraints(tx, currentTables, async () => {
    const progress = showProgress(total, 'rows')
    let done = 0
    try {
      for await (const { table, lines } of readRows(file, fileName)) {
        done += await insertLines(
          tx,
          tables[header.tables.findIndex(({ name }) => name === table.name)] as StoredTable,
          lines,
        )
        progress.update(done)
      }
    } finally {
      progress.end()
    }
    if (done !== total) throw new StartError(`Only ${done} of ${total} rows were inserted. Nothing was changed.`)
    // Each `call` is a statement that computes a derived table from the others. Backups don't contain derived tables.
    for (const { call } of derived) await sql.raw(call).execute(tx)
  })
  for (const sequence of header.sequences) await setSequence(tx, sequence)
  return total
}

function matchTable(name: string, columns: string[], currentTables: StoredTable[]): StoredTable {
  const table = currentTables.find((shape) => shape.name === name)
  const matchedColumns = columns.map((column) => table?.columns.find(({ name }) => name === column))
  const missing = columns.find((_, index) => !matchedColumns[index])
  if (!table) throw new StartError(`The backup has a table that its migrations don't create (${name}).`)
  if (missing) throw new StartError(`The backup has a column that its migrations don't create (${name}.${missing}).`)
  return { name, columns: matchedColumns.filter((column) => column !== undefined) }
}
