import fc from 'fast-check'
import { expect, it } from 'vitest'
import { counted, figure } from './numbers.ts'

it('figures are grouped', () => expect(figure(1234567)).toBe('1,234,567'))

it('every whole number reads as Intl writes it', () => {
  const intl = new Intl.NumberFormat('en-US')
  fc.assert(fc.property(fc.maxSafeInteger(), (value) => figure(value) === intl.format(value)))
})

it('counts have a singular or plural noun', () => {
  expect(counted(1, 'prompt')).toBe('1 prompt')
  expect(counted(0, 'prompt')).toBe('0 prompts')
  expect(counted(15, 'category', 'categories')).toBe('15 categories')
})
