import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { frequentHeadsStartingWith } from '#features/prompt-search/server/word-frequencies.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { tsqueryWithLast, unfinishedWordOf } from './term-queries.ts'

let testSite: TestSite

beforeAll(async () => {
  testSite = await createTestSite()
  // The titles of these are “Prompt number …”. The description of all prompts is “What it does, in a sentence.”
  for (let batch = 0; batch < 2; batch++) await testSite.addPrompts(300)
  await testSite.addPrompt({ title: 'Numerology' })
  await sql`analyze prompts`.execute(testSite.db)
})
afterAll(() => testSite.close())

const isMatch = async (query: RawBuilder<string>, title: string) => {
  const { rows } = await sql<{ found: boolean }>`
    select to_tsvector('promptarium_english', ${title}) @@ ${query} as found`.execute(testSite.db)
  return rows[0]?.found
}

describe('the last word of a term', () => {
  it('is unfinished if it has at least two letters, nothing follows it, and the term has no operators', () => {
    expect(unfinishedWordOf('letter to my Ba')).toBe('ba')
    for (const term of ['letter ', 'a', '"my ba', 'letter -ba', 'cats or ba', ''])
      expect(unfinishedWordOf(term)).toBe(null)
  })

  it('can match any of several words, while all earlier words are required', async () => {
    const query = tsqueryWithLast('letters to my ba', [`'bank'`, `'bake'`])
    expect(await isMatch(query, 'A letter to my bank')).toBe(true)
    expect(await isMatch(query, 'Baking a letter')).toBe(true)
    expect(await isMatch(query, 'A letter to my boss')).toBe(false)
    expect(await isMatch(query, 'A bank')).toBe(false)
  })

  it('can follow words that are not indexed', async () => {
    expect(await isMatch(tsqueryWithLast('to the ba', [`'bank'`]), 'Banks')).toBe(true)
  })
})

it('frequent words in titles, tags and descriptions are found by their first letters and counted', async () => {
  expect(await frequentHeadsStartingWith(testSite.db, ['num', 'sentenc'])).toEqual([
    [`'sentenc'`, 601],
    [`'number'`, 600],
  ])
  // Only one prompt has “Numerology”.
  expect(await frequentHeadsStartingWith(testSite.db, ['numer'])).toEqual([])
})
