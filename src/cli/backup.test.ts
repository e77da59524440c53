// This file is longer than other files, because all its tests of backups and restores share one filled database.

import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { aggregateCopies } from '#features/worksheet/server/aggregate-copies.ts'
import { type Connection, type Db, openPool } from '#platform/database/db.ts'
import { backUp } from '#server/database/backup/backup-database.ts'
import { readHeader, readRows, refuseDamagedFile, writeBackup } from '#server/database/backup/backup-file.ts'
import { storedTables } from '#server/database/backup/stored-tables.ts'
import { writeAtomically } from '#server/database/backup/write-atomically.ts'
import { openDatabase } from '#server/database/database.ts'
import { ensureHistoryTable, migrate, migrateWithin } from '#server/database/migrations.ts'
import { readSettings } from '#server/settings/settings.ts'
import { runCli, startCli, urlOf } from '#test/cli.ts'
import { makeDatabaseFolder } from '#test/database-folder.ts'
import { connectionTo, createDatabase, run } from '#test/postgres.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let folder = ''
/** A backup of `testSite`, with several prompts in it. */
let file = ''
const createdDatabases: string[] = []

beforeAll(async () => {
  testSite = await createTestSite()
  folder = makeDatabaseFolder()
  const userId = await testSite.addUser('anna')
  for (const tags of [['a,"b"', 'ключ'], [], ['x'], ['x', 'y']]) await testSite.addPrompt({ userId, tags })
  await testSite.addPrompt({ content: 'A\ttab, a \\backslash, “quotes”, \u2028, \u{1f3b2}.\r\nAnd a line.' })
  const [copied] = (await testSite.request('/api/prompts/newest')).body.items
  await testSite.request(`/api/prompts/${copied.id}/copy`, { method: 'POST' })
  await aggregateCopies(testSite.db, new Date())
  // Credits are spent too, because ledger entries refer to each other, which a restore has to handle.
  for (let time = 0; time < 3; time++) {
    await testSite.request('/api/user/credits/decrease', { as: userId, method: 'POST', json: { amount: 2 } })
  }
  file = join(folder, 'site.backup')
  expect(await runCli(['backup', file], testSite.connection)).toMatchObject({ status: 0, stdout: '' })
})
afterAll(async () => {
  for (const name of createdDatabases) await run(inject('postgres').connection, `drop database ${name} with (force)`)
  await testSite.close()
  await rm(folder, { recursive: true })
})

/**
 * Runs `work` while the clock advances by a second whenever it is read, so that waiting for another program ends early.
 */
async function withFastClock<Result>(work: () => Promise<Result>): Promise<Result> {
  const { now } = Date
  let ahead = 0
  vi.spyOn(Date, 'now').mockImplementation(() => {
    ahead += 1_000
    return now() + ahead
  })
  try {
    return await work()
  } finally {
    vi.restoreAllMocks()
  }
}

/** Runs `work`. When its first commit is done, the connection is lost before the response arrives. */
async function withLostCommit<Result>(work: () => Promise<Result>): Promise<Result> {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const result = Reflect.apply(query, this, args)
    const [statement] = args as [string | { text?: string }]
    if ((typeof statement === 'string' ? statement : statement.text) !== 'commit') return result
    pg.Client.prototype.query = query
    return result.then(async () => {
      await this.end()
      throw new Error('Connection terminated unexpectedly')
    })
  } as typeof query
  try {
    return await work()
  } finally {
    pg.Client.prototype.query = query
  }
}

/** Creates a database to restore into: an empty one, or a copy of `template`. */
async function createRestoreTarget(template?: string): Promise<Connection> {
  const name = `promptarium_restore_${randomBytes(6).toString('hex')}`
  await createDatabase(inject('postgres').connection, name, template)
  createdDatabases.push(name)
  return connectionTo(inject('postgres').connection, name)
}

/** Returns everything that a backup contains, except when and by which versions it was made. */
async function readBackup(path: string): Promise<object> {
  const { migrations, tables, sequences } = await readHeader(path)
  const rows: string[] = []
  for await (const { lines } of readRows(path)) rows.push(...lines)
  return { migrations, tables, sequences, rows: rows.sort() }
}

async function withDatabaseOf<Result>(connection: Connection, work: (db: Db) => Promise<Result>): Promise<Result> {
  const { db } = openPool(connection, () => undefined)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Returns all rows of all tables in PostgreSQL's text format. */
async function readContent(db: Db): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {}
  for (const { name } of await storedTables(db)) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.id(name)} t order by 1`.execute(db)
    content[name] = rows.map(({ row }) => row)
  }
  return content
}

/**
 * Returns the columns, constraints, indexes and triggers of the schema, without those that test/content-watch.ts adds.
 */
async function readSchema(db: Db): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    select concat_ws(' ', table_name, column_name, data_type, column_default, is_nullable) as part
      from information_schema.columns where table_schema = 'public'
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace and conname !~ '^test_'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select tgname || tgenabled::text from pg_trigger where not tgisinternal and tgname !~ '^test_'
    order by 1`.execute(db)
  return rows.map(({ part }) => part)
}

describe('a backup', () => {
  it('contains everything needed to restore the same rows, the same schema and correct counters in an empty database', async () => {
    const connection = await createRestoreTarget()
    expect(await runCli(['restore', file], connection)).toMatchObject({ status: 0 })
    const [content, schema] = await withDatabaseOf(connection, async (db) => [
      await readContent(db),
      await readSchema(db),
    ])
    expect(content).toEqual(await readContent(testSite.db))
    expect(content.prompts).toHaveLength(5)
    expect(schema).toEqual(await readSchema(testSite.db))
    expect((await runCli(['doctor'], connection)).status).toBe(0)
  })

  it('is consistent while other connections write', async () => {
    const busy = await createTestSite()
    try {
      await busy.addPrompts(20, { tags: ['t'] })
      const backupUnderLoad = join(folder, 'under-load.backup')
      const [backup] = await busy.db.transaction().execute(async (tx) => {
        // The lock makes the backup wait after it has begun and before it has read any prompt.
        await sql`lock table tools in access exclusive mode`.execute(tx)
        const backup = runCli(['backup', backupUnderLoad], busy.connection)
        await expect.poll(() => busy.countLockWaits()).toBe(1)
        for (let written = 0; written < 3; written++) await busy.addPrompt({ tags: ['t'] })
        return [backup]
      })
      const { status } = await backup
      const connection = await createRestoreTarget()
      expect([status, (await runCli(['restore', backupUnderLoad], connection)).status]).toEqual([0, 0])
      const [backedUp, current] = [await withDatabaseOf(connection, readContent), await readContent(busy.db)]
      expect([backedUp.prompts?.length, current.prompts?.length]).toEqual([20, 23])
      expect(backedUp.prompts?.filter((row) => !current.prompts?.includes(row))).toEqual([])
      // Counters change with each prompt, so they agree with a recount only if the backup is consistent.
      expect((await runCli(['doctor'], connection)).status).toBe(0)
    } finally {
      await busy.close()
    }
  })

  it('moves a site to the embedded database, where an equal backup can be made while a server runs', async () => {
    const env = { DATA_DIR: join(folder, 'embedded') }
    expect(await runCli(['restore', file], { env })).toMatchObject({ status: 0 })
    const server = await openDatabase(readSettings(env), { purpose: 'server', log: () => undefined })
    const backupBack = join(folder, 'back.backup')
    try {
      expect(await readContent(server.db)).toEqual(await readContent(testSite.db))
      expect(await runCli(['backup', backupBack], { env })).toMatchObject({ status: 0 })
      const refused = await withFastClock(() => runCli(['restore', '--replace', backupBack], { env }))
      expect([refused.status, refused.stderr]).toEqual([1, expect.stringMatching(/^Another Promptarium .*\n$/s)])
    } finally {
      await server.close()
    }
    expect(await readBackup(backupBack), 'the two backups are equal').toEqual(await readBackup(file))
  })

  it('with an older schema is migrated when it is restored', async () => {
    const olderDatabase = await createRestoreTarget()
    const older = join(folder, 'older.backup')
    await withDatabaseOf(olderDatabase, async (db) => {
      await ensureHistoryTable(db)
      await db.transaction().execute((tx) => migrateWithin(tx, ['0001_accounts.sql']))
      await sql`update users set name = 'Kept'`.execute(db)
      await writeAtomically(older, (write) => backUp(db, write))
    })
    const connection = await createRestoreTarget(inject('postgres').template)
    expect(await runCli(['restore', older], connection)).toMatchObject({ status: 0 })
    const { users } = await withDatabaseOf(connection, readContent)
    // A later migration adds the account deleted-user.
    expect(users).toEqual([expect.stringContaining('Kept'), expect.stringContaining('deleted-user')])
    expect((await runCli(['doctor'], connection)).status).toBe(0)
  })
})

describe('a backup file', () => {
  it('can only be read by its owner', async () => {
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600')
  })

  it('is reported by doctor if other users can read it, whatever its name, even in a --backups folder', async () => {
    const [data, elsewhere] = [join(folder, 'data'), join(folder, 'elsewhere')]
    await mkdir(join(data, 'backups'), { recursive: true })
    await mkdir(join(data, 'outbox'), { mode: 0o700 })
    await mkdir(elsewhere)
    const copies = [join(data, 'backups/monday'), join(elsewhere, 'old.gz')]
    for (const copy of copies) await writeFile(copy, await readFile(file), { mode: 0o600 })
    await writeFile(join(data, 'notes.txt'), 'Anybody may read this.', { mode: 0o644 })
    const runDoctor = async () => {
      const env = { DATABASE_URL: urlOf(testSite.connection), DATA_DIR: data }
      const { status, stdout } = await runCli(['doctor', '--backups', elsewhere], { env })
      return [status, /private files +(.*)/.exec(stdout)?.[1]]
    }
    expect(await runDoctor()).toEqual([0, 'no other user can read them; backups found: 2'])
    // The mode of /data in the container.
    await chmod(data, 0o1777)
    expect(await runDoctor()).toEqual([0, 'no other user can read them; backups found: 2'])
    for (const copy of copies) await chmod(copy, 0o644)
    await chmod(join(data, 'outbox'), 0o755)
    await chmod(data, 0o777)
    const [status, output = ''] = await runDoctor()
    expect([status, String(output).split('; ')]).toEqual([
      1,
      [
        `${data} is writable by all users: run chmod o-w ${data}`,
        `${join(data, 'outbox')} is readable by others: run chmod 700 ${join(data, 'outbox')}`,
        ...copies.map((copy) => `${copy} is readable by others (mode 644): run chmod 600 ${copy}`),
      ],
    ])
  })
})

describe('nothing changes, and one line gives the reason, after an attempt to restore', () => {
  async function expectRefusal(args: string[], connection: Connection): Promise<string> {
    const before = await withDatabaseOf(connection, readContent)
    const { status, stdout, stderr } = await runCli(['restore', ...args], connection)
    expect([status, stdout, stderr.trimEnd().split('\n').length]).toEqual([1, '', 1])
    expect(await withDatabaseOf(connection, readContent)).toEqual(before)
    return stderr
  }

  it('a file that is truncated or has a changed byte', async () => {
    const original = await readFile(file)
    const bad = join(folder, 'bad.backup')
    const positions = [
      0,
      3,
      8,
      9,
      20,
      Math.floor(original.length / 2),
      ...Array.from({ length: 150 }, (_, n) => original.length - 1 - n),
    ]
    for (const position of positions) {
      const changed = Buffer.from(original)
      changed[position] = (changed[position] ?? 0) ^ 1
      await writeFile(bad, changed)
      await expect(refuseDamagedFile(bad), `byte ${position}`).rejects.toThrow('checksum is wrong')
    }
    for (const length of [0, 50, Math.floor(original.length / 2), original.length - 1]) {
      await writeFile(bad, original.subarray(0, length))
      await expect(refuseDamagedFile(bad), `${length} bytes`).rejects.toThrow('checksum is wrong')
    }
    expect(await expectRefusal([bad], await createRestoreTarget())).toContain('checksum is wrong')
    await expect(refuseDamagedFile(file)).resolves.toBeUndefined()
  })

  it('a missing file, or a folder', async () => {
    const connection = await createRestoreTarget()
    expect(await expectRefusal([join(folder, 'none')], connection)).toContain('there is no such file')
    expect(await expectRefusal([folder], connection)).toMatch(/(it is a folder|it isn't a regular file)/)
  })

  it('into a database with content', async () => {
    const other = await createTestSite()
    await other.addPrompt()
    await other.db.destroy()
    expect(await expectRefusal([file], other.connection)).toMatch(/^The database isn't empty \(.*add --replace\.\n$/)
    await other.close()
  })

  it('into a database with tables of another program, even with --replace', async () => {
    const connection = await createRestoreTarget()
    await run(connection, 'create table invoices as select 1 as number')
    expect(await expectRefusal(['--replace', file], connection)).toContain('(invoices)')
  })

  it('a backup that a newer version made', async () => {
    const newer = join(folder, 'newer.backup')
    const header = {
      program: '9.0.0',
      postgres: '18.4',
      createdAt: new Date().toISOString(),
      migrations: [{ name: '9999_later.sql', checksum: 'c' }],
      tables: [],
      sequences: [],
    }
    await writeAtomically(newer, (write) => writeBackup(header, (async function* () {})(), write))
    expect(await expectRefusal([newer], await createRestoreTarget())).toContain(
      'newer Promptarium (it contains 9999_later.sql)',
    )
  })

  it('while another Promptarium process uses the database, with and without --replace', async () => {
    // The pool closes idle connections, so this keeps one open, like a running server.
    await testSite.db.connection().execute(async () => {
      for (const args of [['--replace', file], [file]]) {
        const refusal = await withFastClock(() => expectRefusal(args, testSite.connection))
        expect(refusal).toMatch(/^Another Promptarium process is using this database\./)
      }
    })
  })
})

describe('after its commit, a restore', () => {
  it('succeeds with a warning if the statistics can’t be updated', async () => {
    const connection = await createRestoreTarget()
    await withDatabaseOf(connection, async (db) => {
      // Another program's index, whose function throws an error when PostgreSQL analyzes the table.
      await sql`create schema elsewhere`.execute(db)
      await sql`create function elsewhere.f(int) returns int immutable return $1`.execute(db)
      await sql`create table elsewhere.t as select 1 as id`.execute(db)
      await sql`create index on elsewhere.t (elsewhere.f(id))`.execute(db)
      await sql`create or replace function elsewhere.f(id int) returns int immutable language plpgsql
        as 'begin raise exception ''no''; end'`.execute(db)
    })
    const { status, stdout, stderr } = await runCli(['restore', file], connection)
    expect(stderr).toContain('The database’s statistics could not be updated: no.')
    expect(stdout).toContain('rows restored')
    expect(status).toBe(0)
    expect(await withDatabaseOf(connection, readContent)).toEqual(await readContent(testSite.db))
  })

  it('succeeds if the connection is lost before the response to the commit', async () => {
    const connection = await createRestoreTarget()
    const { status, stdout } = await withLostCommit(() => runCli(['restore', file], connection))
    expect(stdout).toContain('rows restored')
    expect(status).toBe(0)
    expect(await withDatabaseOf(connection, readContent)).toEqual(await readContent(testSite.db))
  })
})

describe('restore --replace', () => {
  it('replaces the old content and removes the job queue, which the next migration creates again', async () => {
    const other = await createTestSite()
    await other.addPrompt({ title: 'Content before the restore' })
    const hasJobsTable = async (db: Db) =>
      (await sql<{ exists: boolean }>`select to_regclass('pgboss.job') is not null as "exists"`.execute(db)).rows[0]
        ?.exists
    expect(await hasJobsTable(other.db)).toBe(true)
    await other.db.destroy()
    expect(await runCli(['restore', '--replace', file], other.connection)).toMatchObject({ status: 0 })
    await withDatabaseOf(other.connection, async (db) => {
      expect(await readContent(db)).toEqual(await readContent(testSite.db))
      expect(await hasJobsTable(db)).toBe(false)
      await migrate(db)
      expect(await hasJobsTable(db)).toBe(true)
    })
    await other.close()
  })

  it('changes nothing if it is killed before it is complete', async () => {
    const big = await createTestSite()
    await big.addPrompts(60, { content: `A text. ${'word '.repeat(1_000)}` })
    const many = join(folder, 'many.backup')
    expect((await runCli(['backup', many], big.connection)).status).toBe(0)
    await big.close()
    const other = await createTestSite()
    await other.addPrompt()
    const before = await readContent(other.db)
    await other.db.destroy()

    const child = startCli(['restore', '--replace', many], other.connection)
    const closed = new Promise((resolve) => child.on('close', (_status, signal) => resolve(signal)))
    child.stderr.once('data', () => child.kill('SIGKILL'))
    expect(await closed).toBe('SIGKILL')
    expect(await withDatabaseOf(other.connection, readContent)).toEqual(before)
    await other.close()
  })
})
