import { afterAll, beforeAll, expect, it } from 'vitest'
import { longestTurnMsOf } from '#test/cpu-time.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { findNearDuplicates } from './near-duplicate-queries.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

it('comparing a text with thirty that are as long makes nobody wait', async () => {
  // Each ideograph counts as a word, and no run of three occurs twice.
  const ideographs = Array.from({ length: 20_000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * at) % 20_011)))
  const content = ideographs.join('')
  for (let number = 0; number < 30; number++)
    await testSite.addPrompt({ content: `${content.slice(0, 19_000 + number * 10)} number ${number}` })
  await findNearDuplicates(testSite.db, { content: 'Something else.' })
  let found: Awaited<ReturnType<typeof findNearDuplicates>> = []
  const turn = await longestTurnMsOf(async () => {
    found = await findNearDuplicates(testSite.db, { content })
  })
  expect(found).toHaveLength(5)
  expect(turn).toBeLessThan(100)
})
