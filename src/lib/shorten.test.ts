import { describe, expect, it } from 'vitest'
import { shorten } from './shorten.ts'

describe('shortening', () => {
  it('ends after a word, with an ellipsis', () => expect(shorten('one two three four', 15)).toBe('one two three…'))
  it('cuts a long word anywhere', () => expect(shorten('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`))
  it('doesn’t change a short text', () => expect(shorten('one two', 7)).toBe('one two'))
})
