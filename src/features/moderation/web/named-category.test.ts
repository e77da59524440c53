import { expect, it } from 'vitest'
import { namedCategory } from './named-category.ts'

const categories = [
  { name: 'Programming and code', slug: 'programming-code' },
  { name: 'Creative', slug: 'creative' },
]
const user = { username: 'walker' }
const report = (details: string | null, reason: 'wrong_category' | 'other' = 'wrong_category') =>
  ({ reason, details, user, createdAt: '2026-11-26T00:00:00.000Z' }) as const

it('if the reports with the reason “wrong category” mention exactly one category, that is the named one', () => {
  expect(namedCategory([report('This belongs in Programming & code.')], categories)?.slug).toBe('programming-code')
  expect(namedCategory([report(null), report('creative, please')], categories)?.slug).toBe('creative')
})

it('no category is named if the reports mention several, or only a part of its name, or have another reason', () => {
  expect(namedCategory([report('creative or programming and code')], categories)).toBeUndefined()
  expect(namedCategory([report('It is uncreative programming.')], categories)).toBeUndefined()
  expect(namedCategory([report('creative', 'other')], categories)).toBeUndefined()
})
