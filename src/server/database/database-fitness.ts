import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import { jobsSchema } from '../jobs/job-queue.ts'
import { StartError } from '../start/start-error.ts'

/** The oldest supported version, PostgreSQL 15, as in `server_version_num`. */
export const oldestServer = 150000
/** The extensions of PostgreSQL that the migrations create. */
export const neededExtensions = ['btree_gin', 'citext', 'pg_trgm', 'unaccent']

const advice = `Create a suitable one: create database NAME encoding 'UTF8' locale 'C.UTF-8' template template0`

/**
 * Throws StartError if this database is unsuitable, before migrations change anything. `pending`: whether any migration
 * still has to be applied. Only then are extensions and rights checked. A site that already has its tables is accepted
 * with a wrong encoding or locale, since neither can be changed.
 */
export async function refuseUnsuitable(db: Db, { pending }: { pending: boolean }): Promise<void> {
  await refuseOldServer(db)
  const found = await readFitness(db)
  if (found.readOnly)
    throw new StartError('The database is read-only. Point DATABASE_URL at one that accepts writes (the primary).')
  if (found.schema === null)
    throw new StartError(
      'The search_path of the database names no existing schema. Create one, or set search_path to public.',
    )
  const wrong = found.hasHistory ? null : await findWrongEncoding(db)
  if (wrong) throw new StartError(`${wrong}. ${advice}`)
  if (pending) refuseMissingRights({ ...found, schema: found.schema }, await missingExtensions(db))
}

async function refuseOldServer(db: Db): Promise<void> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(db)
  if (Number(rows[0]?.version) >= oldestServer) return
  throw new StartError(
    `The database is PostgreSQL ${Math.floor(Number(rows[0]?.version) / 10000)}; Promptarium needs 15 or newer. Point DATABASE_URL at a newer server.`,
  )
}

/**
 * Returns a sentence that says what is wrong with the encoding or locale of a database, or null if both are suitable.
 * Encodings other than UTF8 can't store every character. With the locale C, `lower`, citext, text search and trigrams
 * know only the letters a to z, so searches would miss results.
 */
export async function findWrongEncoding(db: Db): Promise<string | null> {
  const current = await sql<{ encoding: string; locale: string }>`
    select current_setting('server_encoding') as encoding, datctype as locale
    from pg_database where datname = current_database()`.execute(db)
  const { encoding = '', locale = '' } = current.rows[0] ?? {}
  if (encoding !== 'UTF8') return `The database has the encoding ${encoding}; Promptarium needs UTF8`
  const { rows } = await sql<{ lowersLetters: boolean }>`select lower('ÄÉЖ') = 'äéж' as "lowersLetters"`.execute(db)
  return rows[0]?.lowersLetters ? null : `The database has the locale ${locale}, which handles only the letters a to z`
}

type Fitness = {
  user: string
  database: string
  schema: string | null
  readOnly: boolean
  /** Whether the table of applied migrations exists. */
  hasHistory: boolean
  mayCreateTables: boolean | null
  mayCreateSchemas: boolean
  /** Whether the schema of the job queue exists. */
  hasJobs: boolean
}

async function readFitness(db: Db): Promise<Fitness> {
  const { rows } = await sql<Fitness>`
    select current_user as user, current_database() as database, current_schema() as schema,
      pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "readOnly",
      to_regclass('schema_migrations') is not null as "hasHistory",
      has_schema_privilege(current_schema(), 'create') as "mayCreateTables",
      has_database_privilege(current_database(), 'create') as "mayCreateSchemas",
      to_regnamespace(${jobsSchema}) is not null as "hasJobs"`.execute(db)
  return rows[0] as Fitness
}

type Extension = { name: string; isAvailable: boolean; isAllowed: boolean }

async function missingExtensions(db: Db): Promise<Extension[]> {
  const { rows } = await sql<Extension>`
    select needed.name, count(v.name) > 0 as "isAvailable", coalesce(bool_or(
      (select rolsuper from pg_roles where rolname = current_user)
      or (v.trusted and has_database_privilege(current_database(), 'create'))), false) as "isAllowed"
    from unnest(${neededExtensions}::text[]) as needed (name)
    left join pg_available_extension_versions v on v.name = needed.name
    where not exists (select from pg_extension where extname = needed.name)
    group by needed.name order by needed.name`.execute(db)
  return rows
}

function refuseMissingRights(found: Fitness & { schema: string }, missing: Extension[]): void {
  const [user, schema, database] = [found.user, found.schema, found.database].map((name) => JSON.stringify(name))
  if (!found.mayCreateTables)
    throw new StartError(
      `The database user ${user} may not create tables. As the owner, run: grant create on schema ${schema} to ${user}`,
    )
  const absent = missing.filter(({ isAvailable }) => !isAvailable).map(({ name }) => name)
  if (absent.length > 0)
    throw new StartError(
      `The database server lacks these extensions from PostgreSQL’s contrib package: ${absent.join(', ')}. Install them there.`,
    )
  const forbidden = missing.filter(({ isAllowed }) => !isAllowed).map(({ name }) => name)
  if (forbidden.length === 0 && (found.hasJobs || found.mayCreateSchemas)) return
  const what = forbidden.length > 0 ? `extensions (${forbidden.join(', ')})` : `the schema ${jobsSchema}`
  throw new StartError(
    `The database user ${user} may not create ${what}. As the owner, run: grant create on database ${database} to ${user}`,
  )
}
