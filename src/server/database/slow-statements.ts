import { sql } from 'kysely'
import type { Health } from '#features/health/contract.ts'
import type { Db } from '#platform/database/db.ts'

/** How many statements are shown, and how many characters of each. */
const statementsShown = 10
const charactersShown = 400
/** The SQLSTATEs for an extension that the server hasn't loaded, and for one that the user may not read. */
const unusable = ['55000', '42501']

const howToInstall =
  'PostgreSQL doesn’t collect statistics about statements yet. Add pg_stat_statements to shared_preload_libraries in postgresql.conf, restart PostgreSQL, then run this in the site’s database as a superuser: create extension pg_stat_statements'
const howToLoad =
  'The extension pg_stat_statements is installed, but not loaded or not readable. Add it to shared_preload_libraries, restart PostgreSQL, and as a superuser grant pg_read_all_stats to the site’s user.'

/**
 * Reads the statements that took the most time since the statistics began, with placeholders for values, from
 * pg_stat_statements. Only reads and writes of rows are included, because other statements may contain values.
 * `advice`: why the statements can't be read and, if known, what to do about it. Null if they can be read.
 */
export async function findSlowStatements(db: Db): Promise<Health['statements']> {
  try {
    const schema = await findSchema(db)
    return schema === null ? { items: [], advice: howToInstall } : { items: await readFrom(db, schema), advice: null }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    const isUnusable = code !== undefined && unusable.includes(code)
    return { items: [], advice: isUnusable ? howToLoad : `Statements can’t be read at the moment: ${message}.` }
  }
}

/** The schema of the extension. Null if the extension isn't installed in this database. */
async function findSchema(db: Db): Promise<string | null> {
  const { rows } = await sql<{ schema: string }>`
    select extnamespace::regnamespace::text as schema from pg_extension where extname = 'pg_stat_statements'`.execute(
    db,
  )
  return rows[0]?.schema ?? null
}

async function readFrom(db: Db, schema: string): Promise<Health['statements']['items']> {
  const { rows } = await sql<Health['statements']['items'][number]>`
    select left(regexp_replace(query, '\\s+', ' ', 'g'), ${charactersShown}) as text, calls::float8 as calls,
      mean_exec_time as mean, total_exec_time as total
    from ${sql.id(schema, 'pg_stat_statements')}
    where dbid = (select oid from pg_database where datname = current_database())
      and query ~* '^\\s*(select|insert|update|delete|with)\\M'
    order by total_exec_time desc limit ${statementsShown}`.execute(db)
  return rows
}
