import { expect, it } from 'vitest'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { sampleCard } from '#test/sample-home.ts'
import { readListSearch } from '#web/list-search.ts'
import { isBelowFeatured, promptListOf } from './-prompt-list-loader.ts'

it('takes of an address only what a list knows, as the server does: the router keeps the rest', () => {
  const address = { utm_source: 'mail', sort: 'newest', tag: 'sql', pick: true as const }
  const list = promptListOf({ ...address, ...readListSearch(address) })
  expect(list).toMatchObject({ tag: 'sql', pick: 'true', length: undefined })
  expect(list).not.toHaveProperty('sort')
  expect(list).not.toHaveProperty('utm_source')
})

it('puts featured prompts above a whole list that is new to its visitor or has no order yet', () => {
  const page = (parts: Partial<PromptCard> = {}) => ({
    items: [{ ...sampleCard('a'), ...parts }],
    nextCursor: null,
    total: 1,
  })
  const whole = promptListOf(readListSearch({}))
  const liked = page({ votes: { up: 1, down: 0 }, copies: 1 })
  expect(isBelowFeatured('trending', whole, liked)).toBe(true)
  expect(isBelowFeatured('popular', whole, page())).toBe(true)
  expect(isBelowFeatured('popular', whole, liked)).toBe(false)
  expect(isBelowFeatured('highest-rated', whole, page())).toBe(true)
  expect(isBelowFeatured('newest', whole, page())).toBe(false)
  expect(isBelowFeatured('popular', promptListOf(readListSearch({ tag: 'sql' })), page())).toBe(false)
})
