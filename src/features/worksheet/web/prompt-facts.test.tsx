import { expect, it } from 'vitest'
import type { Prompt } from '#features/catalogue/contract.ts'
import { makeCard } from '#test/make-home.ts'
import { renderPage } from '#test/render-page.tsx'
import { PromptFacts } from './prompt-facts.tsx'

it.each([
  ['2026-11-21', /Published<.*November 20, 2026.*Updated<.*November 21, 2026/],
  ['2026-11-20', /Published<.*November 20, 2026(?!.*Updated<)/],
  ['2026-05-03', /Published<.*November 20, 2026(?!.*Updated<)/],
])('a prompt published on November 20 shows its last edit, of %s, only if it is later', async (day, facts) => {
  const dates = { createdAt: '2026-05-01', publishedAt: '2026-11-20', updatedAt: day }
  const none = { models: [], forkOf: null, forks: 0, suggestedBy: [], labels: [] }
  const prompt = { ...makeCard('a'), ...dates, ...none, licence: 'CC0-1.0' }
  expect(await renderPage(<PromptFacts prompt={prompt as unknown as Prompt} />)).toMatch(facts)
})
