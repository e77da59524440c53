import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { caseKinds } from '../rules.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

const column = (kind: string) => `${kind.replace(/[A-Z]/, '_$&').toLowerCase()}_id`

it.each(caseKinds)('has one open case per %s, which is about nothing else', async (kind) => {
  const { rows } = await sql<{ definition: string; columns: string }>`
    select pg_get_indexdef(indexrelid) as definition, pg_get_indexdef(indexrelid, 1, false) as columns
    from pg_index where indrelid = 'report_cases'::regclass and indisunique and indpred is not null`.execute(
    testSite.db,
  )
  const index = rows.find(({ columns }) => columns === column(kind))
  expect(index?.definition, `add a unique index report_cases_one_open_… (${column(kind)})`).toContain("'open'")
  const { rows: checks } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conname = 'report_cases_about'`.execute(testSite.db)
  expect(checks[0]?.definition, 'add the column to the constraint report_cases_about').toContain(column(kind))
})
