import { describe, expect, it } from 'vitest'
import { labelError } from './rules.ts'

describe('a label', () => {
  it.each(['production', 'staging', 'v2', '2026-11', 'a', '1a', 'x'.repeat(32)])('can be %s', (text) => {
    expect(labelError(text)).toBe(null)
  })

  it.each(['', 'Production', 'a b', 'a_b', '-a', 'a-', 'a--b', 'é', '3', '007', 'latest', 'x'.repeat(33), 'a\n'])(
    'can’t be %j',
    (text) => {
      expect(labelError(text)).toEqual(expect.any(String))
    },
  )
})
