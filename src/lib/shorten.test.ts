import { describe, expect, it } from 'vitest'
import { shorten } from './shorten.ts'

describe('shortening', () => {
  it('ends after a word, with an ellipsis', () => expect(shorten('one two three four', 15)).toBe('one two three…'))
  it('cuts a long word anywhere', () => expect(shorten('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`))
  it('leaves what is short enough', () => expect(shorten('one two', 7)).toBe('one two'))
})
