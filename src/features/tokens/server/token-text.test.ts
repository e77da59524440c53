import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newTokenText, readTokenText } from './token-text.ts'

const userId = '019a9d1e-7c00-7000-8000-000000000001'

describe('the text of a token', () => {
  it('contains the user’s id, and is stored as the SHA-256 of its random part', () => {
    const { token, hash } = newTokenText(userId)
    expect(token).toMatch(/^ptm_[A-Za-z0-9_-]{65}[0-9A-Za-z]{6}$/)
    expect(readTokenText(token)).toEqual({ userId, hash })
    // The random part is 43 characters, after the prefix (4) and the user's id (22).
    expect(createHash('sha256').update(token.slice(26, 69)).digest()).toEqual(hash)
    expect(newTokenText(userId).token).not.toBe(token)
  })

  it('has a checksum that other programs can compute: CRC-32 in base 62', () => {
    const withoutChecksum = `ptm_${'A'.repeat(65)}`
    expect(readTokenText(`${withoutChecksum}2CU4y9`)).not.toBeNull()
  })

  it('is refused without a database query if any character is changed, missing or added', () => {
    const { token } = newTokenText(userId)
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...'AZaz09_-'), (at, character) => {
        const changed = token.slice(0, at) + character + token.slice(at + 1)
        expect(readTokenText(changed) === null).toBe(changed !== token)
      }),
    )
    for (const wrong of [
      token.slice(1),
      token.slice(0, -1),
      `${token}A`,
      `${token}\n`,
      token.toUpperCase(),
      '',
      'ptm_',
    ])
      expect(readTokenText(wrong)).toBeNull()
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => readTokenText(`ptm_${text}`) === null))
  })
})
