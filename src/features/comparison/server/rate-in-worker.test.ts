import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Rating, rateModels } from '../rating-rules.ts'
import { createRatings } from './rate-in-worker.ts'

const few = [
  { models: ['a', 'b'], winner: 'a', count: 30 },
  { models: ['a', 'b', 'c'], winner: 'c', count: 12 },
  { models: ['b', 'c'], winner: null, count: 5 },
]
const many = few.map((ballot) => ({ ...ballot, count: ballot.count * 100 }))

/** Threads that end on demand. */
function createThreads() {
  const ends: ((rated: Rating[]) => void)[] = []
  const ratings = createRatings(() => new Promise((resolve) => ends.push(resolve)))
  return { ...ratings, running: () => ends.length, endOne: () => ends.shift()?.([]) }
}

it('many votes are rated in a thread with the same result as rateModels, and its errors are passed on', async () => {
  const { forJob, forVisitor } = createRatings()
  const broken = [{ models: null, winner: 'a', count: 10_000 }] as unknown as typeof many
  const results = await Promise.allSettled([forJob(many), forVisitor(many), forJob(broken)])
  expect(results.slice(0, 2)).toEqual([1, 2].map(() => ({ status: 'fulfilled', value: rateModels(many) })))
  expect(results[2]?.status).toBe('rejected')
})

it('few votes, and none, need no thread', async () => {
  const { forJob, forVisitor, running } = createThreads()
  expect(await Promise.all([forJob(few), forVisitor(few), forVisitor([])])).toEqual([
    rateModels(few),
    rateModels(few),
    [],
  ])
  expect(running()).toBe(0)
})

describe('with more visitors than threads', () => {
  it('one rating runs, some wait, and the rest are refused, so that memory use is bounded', async () => {
    const { forVisitor, running, endOne } = createThreads()
    const outcomes = Array.from({ length: 12 }, () =>
      forVisitor(many).then(
        () => 'rated',
        ({ code, details }) => `${code}, ${details.retryAfter} s`,
      ),
    )
    await turn()
    expect(running()).toBe(1)
    expect(await Promise.all(outcomes.slice(9))).toEqual(Array(3).fill('overloaded, 5 s'))
    for (let ended = 0; ended < 9; ended++) {
      endOne()
      await turn()
    }
    expect(await Promise.all(outcomes.slice(0, 9))).toEqual(Array(9).fill('rated'))
  })

  it('the job doesn’t wait for visitors', async () => {
    const { forVisitor, forJob, running, endOne } = createThreads()
    const ratings = [forVisitor(many), forVisitor(many), forJob(many)]
    await turn()
    expect(running()).toBe(2)
    for (const _ of ratings) {
      endOne()
      await turn()
    }
    await Promise.all(ratings)
  })
})
