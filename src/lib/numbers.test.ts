import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatNumber, pluralize } from './numbers.ts'

it('groups digits by thousands', () => expect(formatNumber(1234567)).toBe('1,234,567'))

it('formats every whole number as Intl does', () => {
  const intl = new Intl.NumberFormat('en-US')
  fc.assert(fc.property(fc.maxSafeInteger(), (value) => formatNumber(value) === intl.format(value).replace('-', '−')))
})

it('counts have a singular or plural noun', () => {
  expect(pluralize(1, 'prompt')).toBe('1 prompt')
  expect(pluralize(0, 'prompt')).toBe('0 prompts')
  expect(pluralize(15, 'category', 'categories')).toBe('15 categories')
})
