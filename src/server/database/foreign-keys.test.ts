import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

/** The foreign keys that need no index, as “table (columns)”, each with the reason. */
const reasons = {
  'credit_accounts (user_id, last_entry, balance)':
    'The primary key is user_id alone, so there is at most one row to check.',
}

/**
 * Without an index, each deletion of a row that the key can refer to scans the whole table with the key. A partial
 * index is enough if it leaves out only nulls.
 */
it('every foreign key has an index that begins with its columns, or a reason to have none', async () => {
  const { rows } = await sql<{ key: string }>`
    select c.conrelid::regclass || ' (' || (
      select string_agg(a.attname, ', ' order by k.position) from unnest(c.conkey) with ordinality k(number, position)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number) || ')' as key
    from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indisvalid
        and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
        and (i.indpred is null or exists (
          select from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey)
            and pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname))))
    order by 1`.execute(testSite.db)
  expect(
    rows.map((row) => row.key),
    'in the migration, create an index that begins with these columns',
  ).toEqual(Object.keys(reasons))
})

/** A category that is in use can't be deleted. The error (delete-category.ts) says to move its prompts and tools. */
it('only prompts and tools keep a category from being deleted', async () => {
  const { rows } = await sql<{ table: string }>`
    select conrelid::regclass::text as table from pg_constraint
    where contype = 'f' and confrelid = 'categories'::regclass and confdeltype in ('a', 'r') order by 1`.execute(
    testSite.db,
  )
  const advice = 'add `on delete` to the foreign key, or name these rows in the message of delete-category.ts'
  expect(
    rows.map(({ table }) => table),
    advice,
  ).toEqual(['prompts', 'tools'])
})
