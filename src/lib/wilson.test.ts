import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wilsonInterval } from './wilson.ts'

const count = fc.oneof(fc.constant(0), fc.nat(100_000))
const counts = [count, count] as const

describe('the Wilson interval of votes', () => {
  it('is null without votes', () => expect(wilsonInterval(0, 0)).toBeNull())

  it('is wide after few votes, and narrow after many', () => {
    expect(wilsonInterval(1, 0)?.low).toBeCloseTo(0.2065, 4)
    expect(wilsonInterval(10, 0)?.low).toBeCloseTo(0.7225, 4)
    const many = wilsonInterval(411, 34)
    expect(many?.low).toBeCloseTo(0.895, 3)
    expect(many?.high).toBeCloseTo(0.945, 3)
  })

  it('property: low ≤ share ≤ high, all between 0 and 1', () => {
    fc.assert(
      fc.property(...counts, (up, down) => {
        fc.pre(up + down > 0)
        const { low, share, high } = wilsonInterval(up, down) as { low: number; share: number; high: number }
        expect(low).toBeGreaterThanOrEqual(0)
        expect(low).toBeLessThanOrEqual(share + 1e-12)
        expect(high).toBeGreaterThanOrEqual(share - 1e-12)
        expect(high).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('property: is mirrored if up and down votes are swapped', () => {
    fc.assert(
      fc.property(...counts, (up, down) => {
        fc.pre(up + down > 0)
        expect(wilsonInterval(up, down)?.low).toBeCloseTo(1 - (wilsonInterval(down, up)?.high ?? Number.NaN), 9)
      }),
    )
  })
})
