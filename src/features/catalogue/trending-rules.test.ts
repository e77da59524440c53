import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decayedWeight, trendingHalfLifeDays, trendingScoreOf } from './trending-rules.ts'

const at = (day: number) => new Date(day * 86_400_000)
const anyDay = fc.integer({ min: 20_000, max: 40_000 })
const anyWeight = fc.double({ min: 0.001, max: 1e6, noNaN: true })

describe('trending score', () => {
  it('is null for a weight of 0 or less', () => {
    expect(trendingScoreOf(0, at(20_000))).toBeNull()
    expect(trendingScoreOf(-3, at(20_000))).toBeNull()
  })

  it('property: one event has the score of two events that are a half-life older', () => {
    fc.assert(
      fc.property(anyWeight, anyDay, (weight, day) => {
        const [younger, older] = [
          trendingScoreOf(weight, at(day)),
          trendingScoreOf(2 * weight, at(day - trendingHalfLifeDays)),
        ]
        expect(younger).toBeCloseTo(older ?? Number.NaN, 6)
      }),
    )
  })

  it('property: two events are in the same order by score as by decayed weight', () => {
    fc.assert(
      fc.property(anyWeight, anyWeight, anyDay, anyDay, (a, b, dayA, dayB) => {
        const now = 40_001
        const weightA = decayedWeight(a, (now - dayA) * 86_400)
        const weightB = decayedWeight(b, (now - dayB) * 86_400)
        fc.pre(Math.abs(Math.log(weightA / weightB)) > 1e-6)
        expect((trendingScoreOf(a, at(dayA)) ?? 0) > (trendingScoreOf(b, at(dayB)) ?? 0)).toBe(weightA > weightB)
      }),
    )
  })
})
