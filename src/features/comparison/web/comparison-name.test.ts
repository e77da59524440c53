import { expect, it } from 'vitest'
import { nameOf } from './comparison-name.ts'

it('a name that ends at an emoji has the whole emoji or none of it', () => {
  const comparison = (excerpt: string) => ({ name: null, prompt: null, excerpt, models: [] }) as never
  expect(nameOf(comparison(`${'a'.repeat(79)}😀 and more`))).toBe('a'.repeat(79))
  expect(nameOf(comparison(`${'a'.repeat(78)}😀 and more`))).toBe(`${'a'.repeat(78)}😀`)
})
