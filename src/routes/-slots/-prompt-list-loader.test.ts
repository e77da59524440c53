import { expect, it } from 'vitest'
import { readListSearch } from '#features/catalogue/web/list-search.ts'
import { promptFiltersOf, showsFeatured } from './-prompt-list-loader.ts'

it('ignores unknown parameters in an address', () => {
  const address = { utm_source: 'mail', sort: 'newest', tag: 'sql', pick: true as const }
  const filters = promptFiltersOf({ ...address, ...readListSearch(address) })
  expect(filters).toMatchObject({ tag: 'sql', pick: 'true', length: undefined })
  expect(filters).not.toHaveProperty('sort')
  expect(filters).not.toHaveProperty('utm_source')
})

it('shows featured prompts only above the first page of the unfiltered trending list', () => {
  const unfiltered = promptFiltersOf(readListSearch({}))
  expect(showsFeatured('trending', unfiltered)).toBe(true)
  expect(showsFeatured('popular', unfiltered)).toBe(false)
  expect(showsFeatured('trending', promptFiltersOf(readListSearch({ tag: 'sql' })))).toBe(false)
  expect(showsFeatured('trending', promptFiltersOf(readListSearch({ cursor: 'later' })))).toBe(false)
})
