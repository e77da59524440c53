import { describe, expect, it } from 'vitest'
import { codeAtStep } from '#test/authenticator.ts'
import { base32, otpauthUrl, stepOfCode } from './otpauth.ts'

const secret = Buffer.from('12345678901234567890')

describe('a code of an authenticator', () => {
  // These are the rows for SHA-1 in RFC 6238, appendix B. Our codes are the last six of the eight digits listed there.
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at Unix time %i is %s', (seconds, code) => {
    expect(stepOfCode(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
    expect(codeAtStep(secret, Math.floor(seconds / 30))).toBe(code)
  })

  it('is valid in its own time step, in the step before and in the step after, and in no other', () => {
    const now = new Date('2026-11-20T12:00:10Z')
    const currentStep = Math.floor(now.getTime() / 30_000)
    const accepted = [-3, -2, -1, 0, 1, 2, 3].filter(
      (offset) => stepOfCode(secret, codeAtStep(secret, currentStep + offset), now) === currentStep + offset,
    )
    expect(accepted).toEqual([-1, 0, 1])
  })

  it.each(['', '28708', '2870822', '28708２', 'abcdef'])('matches no time step if it is %o', (code) => {
    expect(stepOfCode(secret, code, new Date(59_000))).toBeNull()
  })
})

describe('the URL for authenticators', () => {
  it('contains the site’s name, percent-encoded, and the username', () => {
    expect(otpauthUrl('Café & Co: prompts', 'Ann', secret)).toBe(
      'otpauth://totp/Caf%C3%A9%20%26%20Co%3A%20prompts:Ann?issuer=Caf%C3%A9%20%26%20Co%3A%20prompts&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
    )
  })
})

describe('base32', () => {
  // These examples are from RFC 4648, section 10, without the padding.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('encodes %o as %o', (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded)
  })
})
