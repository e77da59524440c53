import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutText, isStorable, toStorable } from './well-formed.ts'

const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit))
const anyText = fc.string({ unit: fc.oneof(fc.constantFrom('a', '\0', '\uD83D', '\uDE00'), anyUnit) })

it('toStorable makes any text storable, and doesn’t change storable texts', () => {
  fc.assert(fc.property(anyText, (text) => isStorable(toStorable(text))))
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => !isStorable(text) || toStorable(text) === text))
  expect(['a\0b', 'a\uD83Db', 'a\uDE00b', 'a😀b'].map(isStorable)).toEqual([false, false, false, true])
})

it('cutText never splits a surrogate pair', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, max) => {
      const cut = cutText(text, max)
      expect(cut.isWellFormed()).toBe(text.isWellFormed())
      expect(text.startsWith(cut) && cut.length <= max && cut.length >= Math.min(text.length, max - 1)).toBe(true)
    }),
  )
  expect([cutText('a😀', 2), cutText('a😀', 3), cutText('ab', 0)]).toEqual(['a', 'a😀', ''])
})

it('only cutText cuts at a fixed length: the type check refuses other cuts, but neither positions nor lists', () => {
  const max = 2
  const position = 'a😀'.length
  // @ts-expect-error
  const cut: string = 'a😀'.slice(0, max)
  // @ts-expect-error
  const part: string = 'a😀'.substring(0, position)
  const start: string = 'a😀'.slice(0, position)
  const items: number[] = [1, 2, 3].slice(0, max)
  expect([cut.isWellFormed(), part, start, items]).toEqual([false, 'a😀', 'a😀', [1, 2]])
})
