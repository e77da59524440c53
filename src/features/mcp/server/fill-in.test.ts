import { expect, it } from 'vitest'
import { argumentsOf } from '../argument-rules.ts'
import { fillIn } from './fill-in.ts'

const repeated = '{{a}} '.repeat(450)

it('a text that becomes too long because it repeats a value is refused before it is built', () => {
  const all = argumentsOf(repeated, [])
  // Joining would fail with a RangeError, because no JavaScript string can be this long.
  expect(() => fillIn(repeated, all, { a: 'x'.repeat(1_300_000) })).toThrow('longer than a million characters')
  expect(() => fillIn(repeated, all, { a: 'x'.repeat(2_300) })).toThrow('longer than a million characters')
  expect(fillIn(repeated, all, { a: 'x'.repeat(2_000) }).text).toHaveLength(450 * 2_001)
})
