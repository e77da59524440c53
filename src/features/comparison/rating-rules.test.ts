import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Ballot, rateModels } from './rating-rules.ts'

const duel = (winner: string | null, count: number): Ballot => ({ models: ['a', 'b'], winner, count })
const rateByModel = (ballots: Ballot[]) =>
  Object.fromEntries(rateModels(ballots).map((rating) => [rating.model, rating]))

describe('ratings of models', () => {
  it('are 400 points apart if one model wins ten times as often', () => {
    const { a, b } = rateByModel([duel('a', 10_000), duel('b', 1_000)])
    expect(Math.abs((a?.rating ?? 0) - (b?.rating ?? 0) - 400)).toBeLessThan(5)
  })

  it('are equal after ties, and finite for a model that never lost', () => {
    const tiedRatings = rateByModel([duel(null, 50)])
    expect(tiedRatings.a?.rating).toBe(tiedRatings.b?.rating)
    expect(rateByModel([duel('a', 50)]).a?.rating).toBeLessThan(2_000)
  })

  it('have intervals that contain the rating and shrink with more votes', () => {
    const width = (factor: number) => {
      const { a } = rateByModel([duel('a', 6 * factor), duel('b', 4 * factor)])
      expect(a?.low).toBeLessThanOrEqual(a?.rating ?? 0)
      expect(a?.high).toBeGreaterThanOrEqual(a?.rating ?? 0)
      return (a?.high ?? 0) - (a?.low ?? 0)
    }
    expect(width(100)).toBeLessThan(width(1) / 3)
  })

  it('have the expected order for votes among five models, and count each vote once', () => {
    const models = ['a', 'b', 'c', 'd', 'e']
    const ballots = models.map((winner, i) => ({ models, winner, count: 2 ** (6 - i) }))
    expect(rateModels(ballots).map(({ model }) => model)).toEqual(models)
    expect(rateByModel(ballots).e?.votes).toBe(124)
  })

  it('rank two models that were never compared with each other by their results against a third', () => {
    const { a, c } = rateByModel([
      duel('a', 30),
      { models: ['b', 'c'], winner: 'b', count: 30 },
      duel('b', 3),
      { models: ['b', 'c'], winner: 'c', count: 3 },
    ])
    expect(a?.rating).toBeGreaterThan(c?.rating ?? 0)
  })

  it('are the same for the same votes, in any order', () => {
    const ballot = fc.shuffledSubarray(['a', 'b', 'c'], { minLength: 2 }).chain((models) =>
      fc.record({
        models: fc.constant(models),
        winner: fc.constantFrom(...models, null),
        count: fc.integer({ min: 1, max: 5 }),
      }),
    )
    fc.assert(
      fc.property(fc.array(ballot, { minLength: 2, maxLength: 6 }), (ballots) => {
        expect(rateModels(ballots)).toEqual(rateModels(ballots))
        const modelRatings = (list: Ballot[]) => rateModels(list).map(({ model, rating }) => [model, rating])
        expect(modelRatings(ballots.toReversed())).toEqual(modelRatings(ballots))
      }),
      { numRuns: 40 },
    )
  })
})
