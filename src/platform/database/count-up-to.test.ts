import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { countUpTo } from './count-up-to.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

it.each([
  [0, { total: 0 }],
  [1_000, { total: 1_000 }],
  [1_001, { total: 1_000, totalIsFloor: true }],
  // Would take minutes if all rows were read.
  [1_000_000_000, { total: 1_000, totalIsFloor: true }],
])('of %i rows at most 1,000 are counted', async (rows, counts) => {
  expect(await countUpTo(testSite.db, sql`(select generate_series(1, ${rows}::int)) source`)).toEqual(counts)
})
