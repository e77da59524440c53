import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { everything, readContentChanges } from '#platform/content-changes.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { excerptRenewal } from './prompt-renewals.ts'
import { renewStored } from './renew-stored.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

it('excerpts and hidden characters that older rules computed are recomputed once, and the pages that show them are invalidated', async () => {
  const { id } = await testSite.addPrompt({ content: '# Dinner\nPlan a dinner for six\u200B people in a small flat.' })
  expect(await renewStored(testSite.db, excerptRenewal)).toBe(0)
  await sql`update prompts set excerpt = '# Dinner', hidden_characters = '[]', excerpt_version = 1 where id = ${id}`.execute(
    testSite.db,
  )
  const { version } = await readContentChanges(testSite.db, null)
  expect(await renewStored(testSite.db, excerptRenewal)).toBe(1)
  expect(await renewStored(testSite.db, excerptRenewal)).toBe(0)
  const { rows } = await sql`select excerpt, hidden_characters from prompts where id = ${id}`.execute(testSite.db)
  expect(rows).toEqual([
    {
      excerpt: 'Plan a dinner for six\u200B people in a small flat. …',
      hiddenCharacters: [{ kind: 'zero-width characters', count: 1, line: 2 }],
    },
  ])
  expect((await readContentChanges(testSite.db, version)).keys.toSorted()).toEqual([id, everything])
})
