import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { findCandidates } from './prompt-candidates.ts'
import { planSearch } from './search-plan.ts'

let testSite: TestSite

beforeAll(async () => {
  testSite = await createTestSite()
  for (let batch = 0; batch < 2; batch++) {
    await testSite.addPrompts(300, { title: 'Car and auto' })
    await testSite.addPrompts(300, { title: 'Letter', content: 'Ask when the car is ready.' })
  }
  await sql`analyze prompts`.execute(testSite.db)
})
afterAll(() => testSite.close())

it('a search for a word that no prompt has finds prompts with related words up to the limit, even if many titles have several', async () => {
  const found = await findCandidates(testSite.db, await planSearch(testSite.db, 'automobile'), isPublished, 1001)
  expect(found).toHaveLength(1001)
})

it('a prompt with two of three words is found even if many have one of them', async () => {
  const both = await testSite.addPrompt({ title: 'Notes', content: 'A quagga meets an okapi.' })
  for (const word of ['quagga', 'okapi', 'tapir'])
    await testSite.addPrompts(300, { title: 'Letter', content: `A ${word} rests.` })
  const found = await findCandidates(
    testSite.db,
    await planSearch(testSite.db, 'quagga okapi tapir'),
    isPublished,
    1001,
  )
  const best = found[0]
  expect([best?.id, found.length < 800]).toEqual([both.id, true])
})
