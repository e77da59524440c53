import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { valueError } from '#features/variables/value-rules.ts'
import { linkMax, linkStart, readValueLink, writeValueLink } from './value-link-rules.ts'

const blanks = [
  { name: 'topic', default: null },
  { name: 'days', default: null, kind: 'number' as const, min: 1, max: 14 },
  { name: 'pace', default: 'slow', kind: 'choice' as const, options: ['slow', 'fast'] },
]
/** Encodes a text, or a value as JSON. */
const fragmentOf = (data: unknown) =>
  linkStart + Buffer.from(typeof data === 'string' ? data : JSON.stringify(data)).toString('base64url')

describe('a link with values', () => {
  it('property: any visible values survive a round trip', () => {
    // In base64, strings of >, ? and ~ contain many + and /, which base64url replaces.
    const visible = fc
      .oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: fc.constantFrom('a', '>', '?', '~') }))
      .filter((text) => !/[\p{C}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u.test(text))
    fc.assert(
      fc.property(visible, (topic) => {
        const fragment = writeValueLink({ topic }) as string
        expect(fragment).toMatch(/^#values=[\w-]+$/)
        expect(readValueLink(fragment, blanks)).toEqual({ values: { topic }, refused: 0 })
      }),
    )
  })

  it('can empty a blank that has a default', () => {
    const fragment = writeValueLink({ pace: '' }) as string
    expect(readValueLink(fragment, blanks)).toEqual({ values: { pace: '' }, refused: 0 })
  })

  it('is read without unknown names, invalid values and values that aren’t strings; their number is returned', () => {
    const link = fragmentOf({ topic: 7, days: '15', pace: 'huge', other: 'x', constructor: 'x' })
    expect(readValueLink(link, blanks)).toEqual({ values: {}, refused: 5 })
    const proto = fragmentOf('{"__proto__": "x", "toString": {"topic": "y"}, "days": "5"}')
    expect(readValueLink(proto, blanks)).toEqual({ values: { days: '5' }, refused: 2 })
  })

  it('is read without invisible characters', () => {
    const link = fragmentOf({ topic: 'a\u{E0041}\u202Eb\u200Bc\r\nd' })
    expect(readValueLink(link, blanks)).toEqual({ values: { topic: 'abc\nd' }, refused: 0 })
  })

  it.each(['[]', 'null', '"x"', '7', '{', ''])('isn’t read if its decoded text is “%s”', (text) => {
    expect(readValueLink(fragmentOf(text), blanks)).toBeNull()
  })

  it('isn’t read if it is cut off, badly encoded, too long or another fragment, and isn’t written if too long', () => {
    const whole = fragmentOf({ topic: 'tides and currents' })
    expect(readValueLink(whole.slice(0, -3), blanks)).toBeNull()
    expect(readValueLink(`${linkStart}%%%`, blanks)).toBeNull()
    expect(readValueLink(`${linkStart}${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')}`, blanks)).toBeNull()
    expect(readValueLink('#history', blanks)).toBeNull()
    expect(readValueLink(fragmentOf({ topic: 'x'.repeat(linkMax) }), blanks)).toBeNull()
    expect(writeValueLink({ topic: 'x'.repeat(linkMax) })).toBeNull()
  })

  it('property: whatever a fragment contains, only values that known blanks accept are read', () => {
    const names = fc.constantFrom('topic', 'days', 'pace', 'other', 'constructor')
    const value = fc.oneof(fc.constantFrom('5', '99', 'fast', 'huge'), fc.jsonValue({ maxDepth: 1 }))
    const given = fc.dictionary(names, value).map((values) => JSON.stringify(values))
    fc.assert(
      fc.property(fc.oneof(given, fc.string(), fc.json()), (text) => {
        for (const [name, value] of Object.entries(readValueLink(fragmentOf(text), blanks)?.values ?? {})) {
          const original = JSON.parse(text)[name]
          expect(typeof original).toBe('string')
          const blank = blanks.find((candidate) => candidate.name === name)
          expect(blank && (value.trim() === '' ? null : valueError(blank, value))).toBeNull()
        }
      }),
    )
  })
})
