import { randomBytes } from 'node:crypto'
import { describe, expect, inject, it } from 'vitest'
import { createDatabase, run, within } from '#test/postgres.ts'
import { readKnownChecksums } from './migration-checksums.ts'
import { migrate, pendingMigrations } from './migrations.ts'
import { openPool } from './platform/db.ts'

async function withEmptyDatabase(work: (open: () => ReturnType<typeof openPool>) => Promise<void>) {
  const { connection } = inject('postgres')
  const name = `promptarium_migrations_${randomBytes(4).toString('hex')}`
  await createDatabase(connection, name)
  const opened: ReturnType<typeof openPool>[] = []
  try {
    await work(() => {
      const pool = openPool(within(connection, name), () => undefined, { max: 2 })
      opened.push(pool)
      return pool
    })
  } finally {
    await Promise.all(opened.map(({ db }) => db.destroy()))
    await run(connection, `drop database ${name} with (force)`)
  }
}

describe('migrations', () => {
  it('are applied once if several processes start together', async () => {
    await withEmptyDatabase(async (open) => {
      const results = await Promise.all(Array.from({ length: 4 }, () => migrate(open().db)))
      const applied = results.filter((names) => names.length > 0)
      expect(applied).toHaveLength(1)
      expect(applied[0]).toEqual([...(applied[0] ?? [])].sort())
      const { db, pool } = open()
      expect(await pendingMigrations(db)).toEqual([])
      const queues = await pool.query(`select name from pgboss.queue where name = 'jobs'`)
      expect(queues.rows).toHaveLength(1)
    })
  })

  it('stop the start if they changed after they were applied', async () => {
    await withEmptyDatabase(async (open) => {
      const { db, pool } = open()
      await migrate(db)
      await pool.query(`update schema_migrations set checksum = 'other' where name like '0002%'`)
      await expect(migrate(db)).rejects.toThrow(/0002_catalogue\.sql changed after it was applied/)
    })
  })

  it('are recognized by the checksums of older versions, of the complete file', async () => {
    await withEmptyDatabase(async (open) => {
      const { db, pool } = open()
      await migrate(db)
      for (const { name, checksum, kind } of await readKnownChecksums()) {
        if (kind === 'statements') continue
        await pool.query('update schema_migrations set checksum = $2 where name = $1', [name, checksum])
        await expect(migrate(db)).resolves.toEqual([])
      }
    })
  })
})
