import { randomBytes } from 'node:crypto'
import type { PoolClient } from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { type Connection, inTransaction, openPool } from '#platform/database/db.ts'
import { urlOf } from '#test/cli.ts'
import { watchLockWaits } from '#test/lock-waits.ts'
import { connectionTo, createDatabase, run } from '#test/postgres.ts'
import { readSettings } from '../settings/settings.ts'
import { readKnownChecksums } from './migration-checksums.ts'
import { ensureHistoryTable, listPendingMigrations, migrate, migrateWithin, readMigrations } from './migrations.ts'
import { openMigratedDatabase } from './open-migrated-database.ts'

type Work = (open: () => ReturnType<typeof openPool>, connection: Connection) => Promise<void>

const withEmptyDatabase = (work: Work) => withDatabase(work)
const withMigratedDatabase = (work: Work) => withDatabase(work, inject('postgres').template)

async function withDatabase(work: Work, template?: string) {
  const server = inject('postgres').connection
  const name = `promptarium_migrations_${randomBytes(4).toString('hex')}`
  await createDatabase(server, name, template)
  const connection = connectionTo(server, name)
  const opened: ReturnType<typeof openPool>[] = []
  try {
    await work(() => {
      const pool = openPool(connection, () => undefined, { max: 2 })
      opened.push(pool)
      return pool
    }, connection)
  } finally {
    await Promise.all(opened.map(({ db }) => db.destroy()))
    await run(server, `drop database ${name} with (force)`)
  }
}

/** Counts the statements that wait for a lock in the database of this connection. */
async function countLockWaits(client: PoolClient): Promise<number> {
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

describe('migrations', () => {
  it('are applied once if several processes start together', async () => {
    await withEmptyDatabase(async (open) => {
      const results = await Promise.all(Array.from({ length: 4 }, () => migrate(open().db)))
      const applied = results.filter((names) => names.length > 0)
      expect(applied).toHaveLength(1)
      expect(applied[0]).toEqual([...(applied[0] ?? [])].sort())
      const { db, pool } = open()
      expect(await listPendingMigrations(db)).toEqual([])
      const queues = await pool.query(`select name from pgboss.queue where name = 'jobs'`)
      expect(queues.rows).toHaveLength(1)
    })
  })

  it('of an older database have separate transactions: a failed migration changes nothing, and earlier migrations remain', async () => {
    await withEmptyDatabase(async (open) => {
      const { db, pool } = open()
      const names = (await readMigrations()).map(({ name }) => name)
      const [older, next, failing] = [names.slice(0, -2), names.at(-2), names.at(-1)]
      await ensureHistoryTable(db)
      await inTransaction(db, (tx) => migrateWithin(tx, older))
      // Because of this constraint, the last migration can't be recorded in the history table.
      await pool.query(`alter table schema_migrations add check (name <> '${failing}')`)
      await expect(migrate(db)).rejects.toThrow(/violates check constraint/)
      expect(await listPendingMigrations(db)).toEqual([failing])
      await pool.query('alter table schema_migrations drop constraint schema_migrations_name_check')
      expect(await migrate(db)).toEqual([failing])
      expect(next).not.toBe(failing)
    })
  })

  it('are named once when a server starts: on a new database as a whole, after an upgrade one by one', async () => {
    await withEmptyDatabase(async (open, connection) => {
      const reported: [string[], boolean][] = []
      const onMigrated = (...report: [string[], boolean]) => reported.push(report)
      const start = async () => {
        const settings = readSettings({ DATABASE_URL: urlOf(connection) })
        const log = () => undefined
        await (await openMigratedDatabase(settings, { purpose: 'server', log, onMigrated })).close()
      }
      const names = (await readMigrations()).map(({ name }) => name)
      const { db, pool } = open()
      await ensureHistoryTable(db)
      await inTransaction(db, (tx) => migrateWithin(tx, names.slice(0, -2)))
      await start()
      await start()
      expect(reported).toEqual([[names.slice(-2), false]])
      await pool.query('drop schema public cascade; drop schema pgboss cascade; create schema public')
      await start()
      expect(reported[1]).toEqual([names, true])
    })
  })

  it('wait for a long transaction, while other readers of the table wait less than two seconds', async () => {
    await withEmptyDatabase(async (open, connection) => {
      const { db } = open()
      const names = (await readMigrations()).map(({ name }) => name)
      await ensureHistoryTable(db)
      await inTransaction(db, (tx) => migrateWithin(tx, names.slice(0, 10)))
      const client = await open().pool.connect()
      const visitor = await open().pool.connect()
      await visitor.query(`set application_name = 'a visitor'`)
      const watch = await watchLockWaits(connection, 'a visitor')
      await client.query('begin')
      await client.query('select count(*) from prompts')
      const migrating = migrate(db)
      await expect.poll(() => countLockWaits(visitor)).toBe(1)
      await visitor.query('select count(*) from prompts')
      await client.query('commit')
      client.release()
      visitor.release()
      expect((await migrating).length).toBe(names.length - 10)
      expect((await watch.stop()).ms).toBeLessThan(1_900)
    })
  })

  it('fail with the reason if another connection locks the history table for too long', async () => {
    await withEmptyDatabase(async (open) => {
      const { db } = open()
      await ensureHistoryTable(db)
      const client = await open().pool.connect()
      await client.query('begin')
      await client.query('lock table schema_migrations in exclusive mode')
      await expect(migrate(db, 100)).rejects.toThrow(/^Another connection has held a lock .+ for 0.1 s/)
      await client.query('rollback')
      client.release()
      expect((await migrate(db, 100)).length).toBe((await readMigrations()).length)
    })
  })

  it('fail if a file changed after it was applied', async () => {
    await withMigratedDatabase(async (open) => {
      const { db, pool } = open()
      await pool.query(`update schema_migrations set checksum = 'other' where name like '0002%'`)
      await expect(migrate(db)).rejects.toThrow(/0002_catalogue\.sql changed after it was applied/)
    })
  })

  it('are recognized by every checksum in checksums.txt, which older versions stored', async () => {
    await withMigratedDatabase(async (open) => {
      const { db, pool } = open()
      const left = new Map([...(await readKnownChecksums())].map(([name, checksums]) => [name, [...checksums]]))
      expect(left.get('0003_search.sql')?.length).toBeGreaterThan(3)
      // Each round stores one checksum of each migration that wasn't tried yet.
      for (;;) {
        const round = [...left].flatMap(([name, checksums]) => checksums.splice(0, 1).map((one) => [name, one]))
        if (round.length === 0) break
        for (const row of round) await pool.query('update schema_migrations set checksum = $2 where name = $1', row)
        await expect(migrate(db)).resolves.toEqual([])
      }
    })
  })
})
