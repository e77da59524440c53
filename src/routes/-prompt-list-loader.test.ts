import { expect, it } from 'vitest'
import { sampleCard } from '#test/sample-home.ts'
import { readListSearch } from '#web/list-search.ts'
import { isUnrated, promptListOf } from './-prompt-list-loader.ts'

it('takes of an address only what a list knows, as the server does: the router keeps the rest', () => {
  const address = { utm_source: 'mail', sort: 'newest', tag: 'sql', pick: true as const }
  const list = promptListOf({ ...address, ...readListSearch(address) })
  expect(list).toMatchObject({ tag: 'sql', pick: 'true', length: undefined })
  expect(list).not.toHaveProperty('sort')
  expect(list).not.toHaveProperty('utm_source')
})

it('knows a list by rating in which nothing is rated by its first prompt', () => {
  const page = (up: number) => ({ items: [{ ...sampleCard('a'), votes: { up, down: 1 } }], nextCursor: null, total: 1 })
  expect(isUnrated(page(0), undefined)).toBe(true)
  expect(isUnrated(page(1), undefined)).toBe(false)
  expect(isUnrated(page(0), 'later')).toBe(false)
})
