import { expect, it } from 'vitest'
import type { Prompt } from '#features/catalogue/contract.ts'
import { makeCard } from '#test/make-home.ts'
import { renderPage } from '#test/render-page.tsx'
import { ForksPage } from './forks-page.tsx'

const prompt = { ...makeCard('a-prompt'), user: { username: 'ada' }, licence: 'CC0-1.0' } as Prompt

it.each([
  [{ total: 1000 }, '1,000 prompts made from'],
  [{ total: 1000, totalIsFloor: true }, '1,000 prompts or more made from'],
])('a total of %j is shown as “%s”', async (counts, text) => {
  const page = { items: [makeCard('a-fork')], nextCursor: 'on', ...counts }
  expect(await renderPage(<ForksPage prompt={prompt} page={page} renderActions={() => null} />)).toContain(text)
})
