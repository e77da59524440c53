import { expect, it } from 'vitest'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { sampleCard } from '#test/sample-home.ts'
import { readListSearch } from '#web/list-search.ts'
import { promptListOf, showsFeatured } from './-prompt-list-loader.ts'

it('ignores unknown parameters in an address, as the server does', () => {
  const address = { utm_source: 'mail', sort: 'newest', tag: 'sql', pick: true as const }
  const list = promptListOf({ ...address, ...readListSearch(address) })
  expect(list).toMatchObject({ tag: 'sql', pick: 'true', length: undefined })
  expect(list).not.toHaveProperty('sort')
  expect(list).not.toHaveProperty('utm_source')
})

it('shows featured prompts above an unfiltered list if it is trending, or nothing can be ranked yet', () => {
  const page = (parts: Partial<PromptCard> = {}) => ({
    items: [{ ...sampleCard('a'), ...parts }],
    nextCursor: null,
    total: 1,
  })
  const unfiltered = promptListOf(readListSearch({}))
  const liked = page({ votes: { up: 1, down: 0 }, copies: 1 })
  expect(showsFeatured('trending', unfiltered, liked)).toBe(true)
  expect(showsFeatured('popular', unfiltered, page())).toBe(true)
  expect(showsFeatured('popular', unfiltered, liked)).toBe(false)
  expect(showsFeatured('highest-rated', unfiltered, page())).toBe(true)
  expect(showsFeatured('newest', unfiltered, page())).toBe(false)
  expect(showsFeatured('popular', promptListOf(readListSearch({ tag: 'sql' })), page())).toBe(false)
})
