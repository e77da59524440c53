import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Rating, rateModels } from '../rating-rules.ts'
import { createRatings } from './rate-in-worker.ts'

/** Each ballot stands for `count` identical votes among `models`. A null `winner` is a tie. */
const fewBallots = [
  { models: ['a', 'b'], winner: 'a', count: 30 },
  { models: ['a', 'b', 'c'], winner: 'c', count: 12 },
  { models: ['b', 'c'], winner: null, count: 5 },
]
const manyBallots = fewBallots.map((ballot) => ({ ...ballot, count: ballot.count * 100 }))

/** Creates rating functions with simulated threads, which end only when the test calls `endOne`. */
function createControlledRatings() {
  const ends: ((rated: Rating[]) => void)[] = []
  const ratings = createRatings(() => new Promise((resolve) => ends.push(resolve)))
  return { ...ratings, countRunning: () => ends.length, endOne: () => ends.shift()?.([]) }
}

it('many votes are rated in a thread with the same result as rateModels, and the thread’s errors are passed on', async () => {
  const { forJob, forVisitor } = createRatings()
  const broken = [{ models: null, winner: 'a', count: 10_000 }] as unknown as typeof manyBallots
  const results = await Promise.allSettled([forJob(manyBallots), forVisitor(manyBallots), forJob(broken)])
  expect(results.slice(0, 2)).toEqual([1, 2].map(() => ({ status: 'fulfilled', value: rateModels(manyBallots) })))
  expect(results[2]?.status).toBe('rejected')
})

it('few or no votes are rated without a thread', async () => {
  const { forJob, forVisitor, countRunning } = createControlledRatings()
  expect(await Promise.all([forJob(fewBallots), forVisitor(fewBallots), forVisitor([])])).toEqual([
    rateModels(fewBallots),
    rateModels(fewBallots),
    [],
  ])
  expect(countRunning()).toBe(0)
})

describe('with more visitors than threads', () => {
  it('one rating runs, eight wait, and the rest are refused', async () => {
    const { forVisitor, countRunning, endOne } = createControlledRatings()
    const outcomes = Array.from({ length: 12 }, () =>
      forVisitor(manyBallots).then(
        () => 'rated',
        ({ code, details }) => `${code}, ${details.retryAfter} s`,
      ),
    )
    await nextTurn()
    expect(countRunning()).toBe(1)
    expect(await Promise.all(outcomes.slice(9))).toEqual(Array(3).fill('overloaded, 5 s'))
    for (let index = 0; index < 9; index++) {
      endOne()
      await nextTurn()
    }
    expect(await Promise.all(outcomes.slice(0, 9))).toEqual(Array(9).fill('rated'))
  })

  it('the job doesn’t wait for visitors', async () => {
    const { forVisitor, forJob, countRunning, endOne } = createControlledRatings()
    const ratings = [forVisitor(manyBallots), forVisitor(manyBallots), forJob(manyBallots)]
    await nextTurn()
    expect(countRunning()).toBe(2)
    for (const _ of ratings) {
      endOne()
      await nextTurn()
    }
    await Promise.all(ratings)
  })
})
