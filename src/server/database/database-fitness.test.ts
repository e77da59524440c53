import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Connection, openPool } from '#platform/database/db.ts'
import { runCli, urlOf } from '#test/cli.ts'
import { connectionTo, run } from '#test/postgres.ts'
import { readSettings } from '../settings/settings.ts'
import { startServer } from '../start/start.ts'
import { StartError } from '../start/start-error.ts'
import { findWrongEncoding } from './database-fitness.ts'
import { migrate } from './migrations.ts'

const server = () => inject('postgres').connection
const role = `promptarium_limited_${randomBytes(4).toString('hex')}`
const createdNames: string[] = []

beforeAll(() => run(server(), `create role ${role}`))
afterEach(async () => {
  for (const name of createdNames.splice(0)) await run(server(), `drop database ${name} with (force)`)
})
afterAll(() => run(server(), `drop role ${role}`))

async function makeDatabase(options = `encoding 'UTF8'`): Promise<Connection> {
  const name = `promptarium_fitness_${randomBytes(4).toString('hex')}`
  await run(server(), `create database ${name} template template0 ${options}`)
  createdNames.push(name)
  return connectionTo(server(), name)
}

/** Returns a connection to the same database with startup options, which an operator may add to DATABASE_URL. */
function withOption(connection: Connection, option: string): Connection {
  const url = new URL(urlOf(connection))
  url.searchParams.set('options', option)
  return { connectionString: url.href }
}

/** Starts the server in this process, and expects the start to fail. Returns what `npm start` would print. */
async function expectNoStart(settings: Record<string, string>): Promise<string> {
  const lines: string[] = []
  const starting = startServer(readSettings({ PORT: '0', LOG_LEVEL: 'silent', ...settings }), (line) =>
    lines.push(line),
  )
  const error = await starting.then(
    (server) => server.stop().then(() => null),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(StartError)
  return [...lines, (error as StartError).message].join('\n')
}

async function withConnection<Result>(
  connection: Connection,
  work: (db: ReturnType<typeof openPool>['db']) => Promise<Result>,
) {
  const { db } = openPool(connection, () => undefined, { max: 2 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

const createdObjects = sql<{ name: string }>`
  select relname as name from pg_class where relnamespace = 'public'::regnamespace
  union all select extname from pg_extension where extname <> 'plpgsql'
  union all select nspname from pg_namespace where nspname = 'pgboss'`

async function expectNothingCreated(connection: Connection) {
  const { rows } = await withConnection(connection, (db) => createdObjects.execute(db))
  expect(rows).toEqual([])
}

const utf8 = `encoding 'UTF8'`
type Case = [name: string, options: string, prepare: (plain: Connection) => Promise<Connection>, message: RegExp]

describe('a database that can’t be used', () => {
  it.each<Case>([
    [
      'LATIN1',
      `encoding 'LATIN1' locale 'C'`,
      async (plain) => plain,
      /encoding LATIN1; Promptarium needs UTF8\. .*create database/,
    ],
    [
      'SQL_ASCII',
      `encoding 'SQL_ASCII' locale 'C'`,
      async (plain) => plain,
      /encoding SQL_ASCII; Promptarium needs UTF8/,
    ],
    [
      'locale C',
      `${utf8} locale 'C'`,
      async (plain) => plain,
      /locale C, which handles only the letters a to z\. .*C\.UTF-8/,
    ],
    [
      'read-only',
      utf8,
      async (plain) => withOption(plain, '-c default_transaction_read_only=on'),
      /^The database is read-only\./,
    ],
    [
      'a search_path that doesn’t exist',
      utf8,
      async (plain) => withOption(plain, '-c search_path=gone'),
      /search_path/,
    ],
    [
      'no right to create tables',
      utf8,
      async (plain) => withOption(plain, `-c role=${role}`),
      /may not create tables\. As the owner, run: grant create on schema "public" to "promptarium_limited_\w+"$/,
    ],
    [
      'no right to create extensions',
      utf8,
      async (plain) => {
        await run(plain, `grant create on schema public to ${role}`)
        return withOption(plain, `-c role=${role}`)
      },
      /may not create extensions \(btree_gin, citext, pg_trgm, unaccent\)\. As the owner, run: grant create on database /,
    ],
    [
      'no right to create the schema of jobs',
      utf8,
      async (plain) => {
        await run(plain, `grant create on schema public to ${role}`)
        for (const name of ['btree_gin', 'citext', 'pg_trgm', 'unaccent']) await run(plain, `create extension ${name}`)
        return withOption(plain, `-c role=${role}`)
      },
      /may not create the schema pgboss\. As the owner, run: grant create on database /,
    ],
  ])(
    '(%s) stops the server and the migrate command with a one-line message, before any change',
    async (name, options, prepare, message) => {
      const connection = await makeDatabase(options)
      const bad = await prepare(connection)
      const migrating = await runCli(['migrate'], bad)
      expect(migrating.status).toBe(1)
      for (const output of [await expectNoStart({ DATABASE_URL: urlOf(bad) }), migrating.stdout + migrating.stderr]) {
        expect(output.trim()).toMatch(message)
        expect(output.trim().split('\n')).toHaveLength(1)
      }
      // The case about jobs creates extensions itself.
      if (!name.includes('jobs')) await expectNothingCreated(connection)
    },
  )
})

describe('a database', () => {
  it('can be migrated by a user who isn’t a superuser but has the required rights', async () => {
    const connection = await makeDatabase()
    const { rows } = await withConnection(connection, (db) =>
      sql<{ name: string }>`select current_database() as name`.execute(db),
    )
    await run(
      connection,
      `grant create on schema public to ${role}; grant create on database ${rows[0]?.name} to ${role}`,
    )
    const limited = withOption(connection, `-c role=${role}`)
    expect((await withConnection(limited, migrate)).length).toBeGreaterThan(10)
  })

  it('can be migrated again by a user who may not create anything', async () => {
    const connection = await makeDatabase()
    await withConnection(connection, migrate)
    await run(
      connection,
      `grant usage on schema pgboss to ${role};
       grant all on all tables in schema public, pgboss to ${role}; grant all on all sequences in schema public to ${role}`,
    )
    expect(await withConnection(withOption(connection, `-c role=${role}`), migrate)).toEqual([])
  })

  it('with a wrong locale is accepted if it already has the table of applied migrations, and doctor reports the locale', async () => {
    const connection = await makeDatabase(`${utf8} locale 'C'`)
    await run(
      connection,
      'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    await withConnection(connection, async (db) => {
      expect((await migrate(db)).length).toBeGreaterThan(10)
      expect(await findWrongEncoding(db)).toMatch(/locale C/)
    })
    expect((await runCli(['doctor'], connection)).stdout).toMatch(/^fail {2}encoding .*locale C/m)
  })
})

describe('options in DATABASE_URL', () => {
  it('are added to Promptarium’s own options, and both apply', async () => {
    const plain = await makeDatabase()
    await withConnection(plain, migrate)
    const connection = withOption(plain, '-c search_path=mine,public -c work_mem=8MB')
    const { rows } = await withConnection(connection, (db) =>
      sql`select current_setting('search_path') as path, current_setting('work_mem') as memory,
        current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('application_name') as name`.execute(db),
    )
    expect(rows).toEqual([{ path: 'mine,public', memory: '8MB', statement: '15s', lock: '5s', name: 'promptarium' }])
  })
})

describe('a port that is in use', () => {
  it('is detected before anything is created in a database or data folder', async () => {
    const other = createServer()
    await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready))
    const { port } = other.address() as { port: number }
    const connection = await makeDatabase()
    const folder = join(tmpdir(), `promptarium-port-${randomBytes(4).toString('hex')}`)
    const places: Record<string, string>[] = [
      { DATABASE_URL: urlOf(connection) },
      { DATABASE_URL: '', DATA_DIR: folder },
    ]
    for (const place of places) {
      const output = await expectNoStart({ ...place, PORT: String(port) })
      expect(output).toMatch(/^Port \d+ on 127\.0\.0\.1 is in use\.[^\n]*$/)
    }
    await expectNothingCreated(connection)
    expect(existsSync(folder)).toBe(false)
    await new Promise((closed) => other.close(closed))
  })
})
