import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  attentionKinds,
  checkShare,
  cutOff,
  cuttableLengthMin,
  isAttentive,
  passesCheck,
  roundOutcomes,
} from './round-rules.ts'

describe('attention checks', () => {
  it('let votes count after one passed check, as long as at least four of five were passed', () => {
    expect(isAttentive({ passed: 0, failed: 0 })).toBe(false)
    expect(isAttentive({ passed: 1, failed: 0 })).toBe(true)
    expect(isAttentive({ passed: 3, failed: 1 })).toBe(false)
    expect(isAttentive({ passed: 4, failed: 1 })).toBe(true)
    expect(isAttentive({ passed: 7, failed: 2 })).toBe(false)
  })

  it('are more frequent before a member’s first one', () => {
    expect(checkShare({ passed: 0, failed: 0 })).toBeGreaterThan(checkShare({ passed: 1, failed: 0 }))
  })

  it('can’t all be passed with the same outcome', () => {
    for (const outcome of roundOutcomes) {
      const results = attentionKinds.map((kind) => passesCheck(kind, outcome))
      if (outcome === 'skip' || outcome === 'none') expect(results).toEqual([null, null, null])
      else expect(results).toContain(false)
    }
    expect(passesCheck('same', 'tie')).toBe(true)
    expect(passesCheck('cut_left', 'b')).toBe(true)
    expect(passesCheck('cut_right', 'a')).toBe(true)
  })
})

it('a cut-off answer is a well-formed beginning of the complete answer, and much shorter', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: cuttableLengthMin }), (text) => {
      const beginning = cutOff(text)
      expect(beginning.isWellFormed()).toBe(true)
      // Half of a surrogate pair at the end is replaced by another character.
      expect(text.startsWith(beginning.slice(0, -1))).toBe(true)
      expect(beginning.length).toBeLessThan(text.length / 2)
    }),
  )
})
