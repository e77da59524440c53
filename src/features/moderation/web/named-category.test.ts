import { expect, it } from 'vitest'
import { findNamedCategory } from './named-category.ts'

const categories = [
  { name: 'Programming and code', slug: 'programming-code' },
  { name: 'Creative', slug: 'creative' },
]
const user = { username: 'walker' }
const report = (details: string | null, reason: 'wrong_category' | 'other' = 'wrong_category') =>
  ({ reason, details, user, createdAt: '2026-11-26T00:00:00.000Z' }) as const

it('finds the category if the reports with the reason “wrong category” mention exactly one', () => {
  expect(findNamedCategory([report('This belongs in Programming & code.')], categories)?.slug).toBe('programming-code')
  expect(findNamedCategory([report(null), report('creative, please')], categories)?.slug).toBe('creative')
})

it('finds no category if the reports mention several or only part of a name, or have another reason', () => {
  expect(findNamedCategory([report('creative or programming and code')], categories)).toBeUndefined()
  expect(findNamedCategory([report('It is uncreative programming.')], categories)).toBeUndefined()
  expect(findNamedCategory([report('creative', 'other')], categories)).toBeUndefined()
})
