import { Worker } from 'node:worker_threads'
import { t } from '#lib/texts.ts'
import { AppError } from '#platform/errors.ts'
import { createBoundedQueue, createWorkQueue } from '#platform/work/work-queue.ts'
import { type Ballot, type Rating, rateModels, ratingSteps } from '../rating-rules.ts'

/** Rating models in up to this many steps takes a few milliseconds. Starting a thread takes longer. */
const mainThreadStepsMax = 500_000
/** How many ratings for visitors may wait, and how long each may wait, in ms. */
const waitingMax = 8
const waitMs = 10_000

export type Rate = (ballots: readonly Ballot[]) => Promise<Rating[]>

/**
 * Creates functions that run `rateModels` without blocking requests: with many votes or models, in a worker thread. The
 * job that stores leaderboards has one thread and visitors have another, so neither waits for the other. `forVisitor`
 * throws AppError overloaded if too many of its calls are waiting, or if this call has waited too long.
 */
export function createRatings(rateInThread: Rate = rateInWorker): { forJob: Rate; forVisitor: Rate } {
  const jobQueue = createWorkQueue(1)
  const visitorQueue = createBoundedQueue({ concurrency: 1, waitingMax, waitMs, refusal: tooManyError })
  const rateIn =
    (queue: typeof jobQueue): Rate =>
    async (ballots) =>
      ratingSteps(ballots) <= mainThreadStepsMax ? rateModels(ballots) : queue(() => rateInThread(ballots))
  return { forJob: rateIn(jobQueue), forVisitor: rateIn(visitorQueue) }
}

/** The functions that this process uses to rate models. */
export const ratings = createRatings()

function tooManyError(): AppError {
  return new AppError(
    'overloaded',
    t('Many leaderboards are being computed at the moment. Try again in a few seconds.'),
    {
      retryAfter: 5,
    },
  )
}

function rateInWorker(ballots: readonly Ballot[]): Promise<Rating[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./rating-worker.ts', import.meta.url), { workerData: ballots })
    worker.on('message', resolve)
    worker.on('error', reject)
    // This has no effect if a message has already resolved the promise.
    worker.on('exit', (code) =>
      reject(new Error(`The rating worker exited with code ${code} before it returned a result.`)),
    )
  })
}
