import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creditedNames, creditKey } from './credit-rules.ts'

const namesIn = (credit: string | null) => creditedNames(credit).map(({ name }) => name)

describe('the names in a credit', () => {
  it('are separated by commas, and each counts once, whatever its letter case', () => {
    expect(namesIn('f,iltekin')).toEqual(['f', 'iltekin'])
    expect(namesIn(' Grace Hopper , @ada,ADA,, ')).toEqual(['Grace Hopper', 'ada'])
    expect(namesIn(null)).toEqual([])
    expect(creditedNames('Ada')).toEqual([{ name: 'Ada', key: 'ada' }])
  })

  it('don’t include hashes, account ids or punctuation, which don’t name anybody', () => {
    for (const unknown of [
      'a45e44c9',
      '1024570189',
      'member-a45e44c9',
      'User_00ff00ff00ff',
      'da39a3ee5e6b4b0d3255bfef95601890afd80709',
      '123e4567-e89b-12d3-a456-426614174000',
      '…',
      '..',
    ])
      expect(namesIn(unknown)).toEqual([])
    expect(namesIn('senoldak,member-29407706')).toEqual(['senoldak'])
  })

  it('may resemble hashes or account ids', () => {
    for (const name of [
      'defaced',
      'effacedfacade',
      'member-berry',
      'can-acar',
      'tech9',
      'john-19850102',
      'abc1234',
      '菊池',
    ])
      expect(namesIn(name)).toEqual([name])
  })

  it('are at most ten, with at most 100 characters each', () => {
    expect(namesIn(Array.from({ length: 30 }, (_, index) => `person ${index}`).join(','))).toHaveLength(10)
    expect(namesIn('x'.repeat(500))).toEqual(['x'.repeat(100)])
  })

  it('keep their keys when each name is parsed as a credit', () => {
    const pieces = fc.constantFrom('a', 'B', 'e', '\u0301', 'İ', '@', ',', ' ', '7', '文', 'x'.repeat(99))
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: pieces }), fc.string({ unit: 'grapheme' })), (credit) => {
        for (const { name, key } of creditedNames(credit)) {
          expect(creditKey(name)).toBe(key)
          expect(creditedNames(name)).toEqual([{ name, key }])
        }
      }),
      { numRuns: 1000 },
    )
  })
})
