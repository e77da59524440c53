import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'

// The names and columns of tables are read from PostgreSQL's system catalog, so that new tables need no change here.

/** A table and its columns, except generated columns. */
export type StoredTable = { name: string; columns: { name: string; type: string }[] }

/** A sequence with its `last_value` and `is_called`. */
export type Sequence = { name: string; value: string; called: boolean }

/**
 * The function that fills a derived table (one that is computed from other tables) again: `refill_` followed by the
 * table's name. Null for any other table. `c` is the table's row in pg_class.
 */
const refill = sql`to_regprocedure(format('refill_%s()', c.relname))`

/** The tables of the current schema, sorted by name, without caches (unlogged tables) and derived tables. */
export async function storedTables(db: Db): Promise<StoredTable[]> {
  const { rows } = await sql<StoredTable>`
    select c.relname as name, coalesce(json_agg(
      json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum
    ) filter (where a.attname is not null), '[]') as columns
    from pg_class c
    left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and ${refill} is null
    group by c.relname order by c.relname`.execute(db)
  return rows
}

/** The derived tables, each with the statement that fills it again (`call`). */
export async function derivedTables(tx: Tx): Promise<{ name: string; call: string }[]> {
  const { rows } = await sql<{ name: string; call: string }>`
    select c.relname as name, format('select %s', ${refill}) as call from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and ${refill} is not null
    order by c.relname`.execute(tx)
  return rows
}

/** The sequences of the current schema, with their values. */
export async function storedSequences(db: Db): Promise<Sequence[]> {
  const { rows } = await sql<{ name: string }>`
    select sequencename as name from pg_sequences where schemaname = current_schema() order by 1`.execute(db)
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const state = await sql<{ value: string; called: boolean }>`
      select last_value::text as value, is_called as called from ${sql.id(name)}`.execute(db)
    sequences.push(...state.rows.map((row) => ({ name, ...row })))
  }
  return sequences
}

export async function setSequence(tx: Tx, { name, value, called }: Sequence): Promise<void> {
  await sql`select setval(format('%I', ${name}::text)::regclass, ${value}::bigint, ${called})`.execute(tx)
}

export async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.id(table)}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Makes PostgreSQL write dates, bytes and floating-point numbers the same way on every server, without rounding, and
 * turns off time-outs, because a table may take longer than requests may. Both apply until the transaction ends.
 */
export async function setPlainFormats(tx: Tx): Promise<void> {
  const settings = {
    datestyle: 'ISO, YMD',
    intervalstyle: 'postgres',
    timezone: 'UTC',
    bytea_output: 'hex',
    extra_float_digits: '1',
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
  }
  for (const [name, value] of Object.entries(settings))
    await sql`select set_config(${name}, ${value}, true)`.execute(tx)
}

/** How many rows are fetched at a time. */
const rowsPerFetch = 100

/**
 * Reads the rows of a table in batches, each row as a line of JSON. Call `setPlainFormats` in the transaction first.
 */
export async function* readTable(tx: Tx, { name, columns }: StoredTable): AsyncGenerator<string[]> {
  const values = sql.join(columns.map((column) => sql`${sql.id(column.name)}::text`))
  const cursor = sql.id('rows_of_a_table')
  await sql`declare ${cursor} no scroll cursor for
    select array_to_json(array[${values}]::text[])::text as line from ${sql.id(name)}`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(rowsPerFetch)} from ${cursor}`.execute(tx)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await sql`close ${cursor}`.execute(tx)
}

/** Inserts rows in the form in which `readTable` returns them. Returns the number of rows. */
export async function insertLines(tx: Tx, { name, columns }: StoredTable, lines: string[]): Promise<number> {
  const names = sql.join(columns.map((column) => sql.id(column.name)))
  const values = sql.join(columns.map(({ type }, index) => sql`(line ->> ${sql.lit(index)})::${sql.raw(type)}`))
  const { numAffectedRows } = await sql`
    insert into ${sql.id(name)} (${names}) overriding system value
    select ${values} from jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) as line`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/**
 * Removes foreign keys and secondary indexes and disables triggers while `work` fills the tables, and restores all of
 * them afterwards. Rows may then come in any order, and building an index at the end is faster than updating it.
 */
export async function withoutConstraints(tx: Tx, tables: StoredTable[], work: () => Promise<void>): Promise<void> {
  const keys = await sql<{ remove: string; make: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(tx)
  const indexes = await sql<{ remove: string; make: string }>`
    select format('drop index %s', indexrelid::regclass) as remove, pg_get_indexdef(indexrelid) as make
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`.execute(tx)
  const parts = [...keys.rows, ...indexes.rows]
  for (const { remove } of parts) await sql.raw(remove).execute(tx)
  for (const { name } of tables) await sql`alter table ${sql.id(name)} disable trigger user`.execute(tx)
  await work()
  for (const { make } of parts.toReversed()) await sql.raw(make).execute(tx)
  for (const { name } of tables) await sql`alter table ${sql.id(name)} enable trigger user`.execute(tx)
}
