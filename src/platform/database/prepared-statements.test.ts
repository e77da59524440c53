import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { openPool } from './db.ts'
import { preparedOnce } from './prepared-statements.ts'

let testSite: TestSite

beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

it('a statement with preparedOnce is prepared once for all its values; other statements aren’t prepared', async () => {
  const { db } = openPool(testSite.connection, () => undefined, { max: 1 })
  const twice = async (number: number) => {
    const { rows } = await sql<{ twice: number }>`${preparedOnce} select 2 * ${number}::integer as twice`.execute(db)
    return rows[0]?.twice
  }
  expect([await twice(4), await twice(21)]).toEqual([8, 42])
  await sql`select ${'unprepared'}::text`.execute(db)
  const { rows } = await sql<{ statement: string; calls: number }>`
    select statement, generic_plans + custom_plans as calls from pg_prepared_statements`.execute(db)
  expect(rows).toEqual([{ statement: expect.stringContaining('select 2 *'), calls: 2 }])
  await db.destroy()
})

it('a failed prepared statement throws and can be run again', async () => {
  const { db } = openPool(testSite.connection, () => undefined, { max: 1 })
  const inverse = (number: number) => sql<{ i: number }>`${preparedOnce} select 1 / ${number}::integer as i`.execute(db)
  await expect(inverse(0)).rejects.toMatchObject({ code: '22012' })
  expect((await inverse(1)).rows).toEqual([{ i: 1 }])
  await db.destroy()
})
