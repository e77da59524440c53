import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collect } from '#test/collect.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import {
  insertLines,
  readTable,
  setPlainFormats,
  storedSequences,
  storedTables,
  withoutConstraints,
} from './stored-tables.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
  await sql`
    create table odd (
      id bigint generated always as identity primary key,
      parent bigint references odd,
      "a ""name""" citext, bytes bytea, list text[], at timestamptz, day date, number double precision, exact numeric,
      document jsonb, vector tsvector, truth boolean, span interval,
      double double precision generated always as (number * 2) stored
    )`.execute(testSite.db)
  await sql`create index odd_at on odd (at desc) where truth`.execute(testSite.db)
  await sql`create unlogged table cached_pages (page text)`.execute(testSite.db)
})
afterAll(() => testSite.close())

async function readOddRows(): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`select odd::text as row from odd order by id`.execute(testSite.db)
  return rows.map(({ row }) => row)
}

describe('stored tables', () => {
  it('are all tables except caches and derived tables, without generated columns', async () => {
    const tables = await storedTables(testSite.db)
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
        and table_name not in ('cached_pages', 'comment_tallies', 'comparison_counts', 'filter_count_changes', 'filter_counts', 'group_prompts', 'leaderboards', 'model_lists',
          'model_states', 'prompt_authors', 'prompt_embeddings', 'prompt_tags', 'rate_limits', 'vote_tallies')
      order by table_name collate "C"`.execute(testSite.db)
    expect(tables.map(({ name }) => name)).toEqual(rows.map(({ name }) => name))
    expect(tables.find(({ name }) => name === 'odd')?.columns.map(({ name }) => name)).not.toContain('double')
  })

  it('keep values of every type when they are read and inserted again, even in rows that reference later rows', async () => {
    await sql`
      insert into odd (parent, "a ""name""", bytes, list, at, day, number, exact, document, vector, truth, span) values
        (2, 'ÄÖ "quoted"', '\\x00ff5c', array['a,b', null, '{"x"}', ''], '2026-02-28 23:59:59.123456+05:30', '0044-03-15 BC',
          0.1::float8 + 0.2, 12345678901234567890.000010, '{"a": [1, null, "\\u2028"]}', 'fat:2A cat:1B ''it''''s''', true,
          '1 year -2 days 03:04:05.678901'),
        (null, e'tab\\t, line\\n, back\\\\slash', null, '{}', 'infinity', null, 'NaN', 'NaN', 'null', '', false, null),
        (1, '', '\\x', array[array['a', 'b'], array['c', 'd']], null, '9999-12-31', 5e-324, 0, '""', null, null, '0')`.execute(
      testSite.db,
    )
    const before = await readOddRows()
    const lines = await testSite.db.transaction().execute(async (tx) => {
      await setPlainFormats(tx)
      const odd = (await storedTables(tx)).find(({ name }) => name === 'odd')
      if (!odd) throw new Error('There is no table odd.')
      const foundLines = (await collect(readTable(tx, odd))).flat()
      await sql`truncate odd`.execute(tx)
      await withoutConstraints(tx, [odd], async () => {
        for (const line of foundLines) expect(await insertLines(tx, odd, [line])).toBe(1)
      })
      return foundLines
    })
    expect(lines).toHaveLength(3)
    expect(await readOddRows()).toEqual(before)
    await expect(sql`update odd set parent = 99`.execute(testSite.db)).rejects.toThrow('foreign key')
    const indexes = await sql`select from pg_indexes where indexname = 'odd_at'`.execute(testSite.db)
    expect(indexes.rows).toHaveLength(1)
  })

  it('have sequences, whose values are read too', async () => {
    expect(await storedSequences(testSite.db)).toContainEqual({ name: 'odd_id_seq', value: '3', called: true })
  })
})
