import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeOf, stepAt, stepOfCode } from './authenticator-code.ts'
import { base32 } from './base32.ts'

const secret = Buffer.from('12345678901234567890')

describe('a code of an authenticator', () => {
  // RFC 6238, appendix B, the rows for SHA-1.
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('%i seconds after 1970 is %s', (seconds, code) => {
    expect(codeOf(secret, stepAt(new Date(seconds * 1000)), 8)).toBe(code)
    expect(codeOf(secret, stepAt(new Date(seconds * 1000)))).toBe(code.slice(2))
  })

  it('counts in its own step and the two beside it, and in no other', () => {
    const now = new Date('2026-11-20T12:00:10Z')
    const accepted = [-3, -2, -1, 0, 1, 2, 3].filter((off) => {
      const step = stepAt(now) + off
      return stepOfCode(secret, codeOf(secret, step), now) === step
    })
    expect(accepted).toEqual([-1, 0, 1])
  })

  it.each(['', '28708', '2870822', '28708２', 'abcdef'])('is not %o', (code) => {
    expect(stepOfCode(secret, code, new Date(59_000))).toBeNull()
  })
})

describe('a secret in base32', () => {
  // RFC 4648, section 10, without the padding.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('of %o is %o', (text, letters) => {
    expect(base32(Buffer.from(text))).toBe(letters)
  })

  it('keeps every bit', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
        const bits = [...base32(bytes)].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
        const back = Array.from(bytes, (_, at) => Number.parseInt(bits.slice(at * 8, at * 8 + 8), 2))
        expect(back).toEqual([...bytes])
      }),
    )
  })
})
