import { expect, it } from 'vitest'
import { rateModels } from '../rating-rules.ts'
import { rateInWorker } from './rate-in-worker.ts'

const ballots = [
  { models: ['a', 'b'], winner: 'a', count: 30 },
  { models: ['a', 'b', 'c'], winner: 'c', count: 12 },
  { models: ['b', 'c'], winner: null, count: 5 },
]

it('rates in a thread as rateModels does, and passes its errors on', async () => {
  const broken = [{ models: null, winner: 'a', count: 1 }] as unknown as typeof ballots
  const [rated, failed] = await Promise.allSettled([rateInWorker(ballots), rateInWorker(broken)])
  expect(rated).toEqual({ status: 'fulfilled', value: rateModels(ballots) })
  expect(failed.status).toBe('rejected')
})
