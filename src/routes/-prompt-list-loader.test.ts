import { expect, it } from 'vitest'
import { readListSearch } from '#web/list-search.ts'
import { promptListOf, showsFeatured } from './-prompt-list-loader.ts'

it('ignores unknown parameters in an address', () => {
  const address = { utm_source: 'mail', sort: 'newest', tag: 'sql', pick: true as const }
  const list = promptListOf({ ...address, ...readListSearch(address) })
  expect(list).toMatchObject({ tag: 'sql', pick: 'true', length: undefined })
  expect(list).not.toHaveProperty('sort')
  expect(list).not.toHaveProperty('utm_source')
})

it('shows featured prompts only above the first page of the unfiltered trending list', () => {
  const unfiltered = promptListOf(readListSearch({}))
  expect(showsFeatured('trending', unfiltered)).toBe(true)
  expect(showsFeatured('popular', unfiltered)).toBe(false)
  expect(showsFeatured('trending', promptListOf(readListSearch({ tag: 'sql' })))).toBe(false)
  expect(showsFeatured('trending', promptListOf(readListSearch({ cursor: 'later' })))).toBe(false)
})
