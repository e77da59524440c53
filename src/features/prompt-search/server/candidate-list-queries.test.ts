import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { headColumn, type ListQuery, readLists, textColumn } from './candidate-list-queries.ts'
import { countedMax, frequenciesOf, searchSample } from './word-frequencies.ts'

let testSite: TestSite
let ids: string[]
let sampledIds: string[]

beforeAll(async () => {
  testSite = await createTestSite()
  ids = (await Promise.all(Array.from({ length: 3 }, () => testSite.addPrompts(350)))).flat()
  sampledIds = ids.filter((id) => Number.parseInt(id.slice(-2), 16) < 16)
})
afterAll(() => testSite.close())

const many = 1_000_000

async function read(list: Omit<ListQuery, 'condition'>, query = `'prompt'`): Promise<string[]> {
  const condition = sql`${list.column} @@ ${query}::tsquery`
  const [found = []] = await readLists(testSite.db, [{ ...list, condition }], isPublished)
  return found
}

describe('a list of prompts with a word', () => {
  it.each([
    ['title, tags and description', headColumn],
    ['the whole prompt', textColumn],
  ])('in %s is read from the sample if very many are expected', async (_, column) => {
    const found = await read({ column, max: sampledIds.length, expected: many })
    expect(found.toSorted()).toEqual(sampledIds.toSorted())
  })
  it('is read from all prompts if few are expected', async () => {
    expect(await read({ column: textColumn, max: ids.length, expected: ids.length })).toHaveLength(ids.length)
    expect(await read({ column: textColumn, max: ids.length })).toHaveLength(ids.length)
  })
  it('is complete even if the sample has fewer than requested', async () => {
    const found = await read({ column: textColumn, max: sampledIds.length + 1, expected: many })
    expect(found).toHaveLength(sampledIds.length + 1)
    expect(await read({ column: textColumn, max: 1, expected: many }, `'nowhere'`)).toEqual([])
  })
})

describe('the number of prompts with a frequent word', () => {
  const count = async (db: Db) => (await frequenciesOf(db, [`'prompt'`, `'nowhere'`])).counts
  it('is an estimate from the sample on a large site, and 500 on a small one', async () => {
    // Deletes PostgreSQL's statistics, which list the word if autovacuum has just analyzed the table.
    await sql`delete from pg_statistic where starelid = 'prompts'::regclass`.execute(testSite.db)
    expect((await count(testSite.db)).get(`'prompt'`)).toBe(countedMax)
    await inTransaction(testSite.db, async (tx) => {
      await sql`update prompt_counts set prompts = 100000 where scope = 'all'`.execute(tx)
      const counts = await count(tx)
      // The limits of word-frequencies.ts: estimates need 40 prompts of the sample, and counting there stops at 200.
      expect(counts.get(`'prompt'`)).toBe(sampledIds.length < 40 ? countedMax : 16 * Math.min(200, sampledIds.length))
      expect(counts.get(`'nowhere'`)).toBe(0)
    })
  })
})

// This test is the last one, because it drops indexes.
it.each([
  ['prompts_head_sample', headColumn],
  ['prompts_text_sample', textColumn],
])('the index %s is used for a search in the sample', async (index, column) => {
  const { rows: others } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index
    where indrelid = 'prompts'::regclass and not indisunique and indexrelid::regclass::text not like '%_sample'`.execute(
    testSite.db,
  )
  for (const { name } of others) await sql`drop index ${sql.ref(name)}`.execute(testSite.db)
  const plan = await inTransaction(testSite.db, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<Record<string, string>>`
      explain (costs off) select p.id from prompts p
      where ${isPublished} and ${searchSample.condition} and ${column} @@ 'prompt'::tsquery`.execute(tx)
    return rows.flatMap(Object.values).join('\n')
  })
  expect(plan).toContain(index)
})
