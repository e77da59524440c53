import { Worker } from 'node:worker_threads'
import { AppError } from '#server/platform/errors.ts'
import { createBoundedQueue, createWorkQueue } from '#server/platform/work-queue.ts'
import { type Ballot, type Rating, rateModels, ratingSteps } from '../rating-rules.ts'

/** Up to this many steps, rating takes a few milliseconds, less than starting a thread. */
const mainThreadStepsMax = 500_000
/** How many ratings for visitors may wait, and how long, in ms. */
const waitingMax = 8
const waitMs = 10_000

export type Rate = (ballots: readonly Ballot[]) => Promise<Rating[]>

/**
 * Runs `rateModels` without blocking requests: in a worker thread if there are many votes. One thread is for the job
 * that stores leaderboards and one for visitors, so neither waits for the other. Throws AppError overloaded if too many
 * visitors wait or or one has waited too long.
 */
export function createRatings(inThread: Rate = startThread): { forJob: Rate; forVisitor: Rate } {
  const jobQueue = createWorkQueue(1)
  const visitorQueue = createBoundedQueue({ concurrency: 1, waitingMax, waitMs, refusal: tooManyError })
  const rateIn =
    (queue: typeof jobQueue): Rate =>
    async (ballots) =>
      ratingSteps(ballots) <= mainThreadStepsMax ? rateModels(ballots) : queue(() => inThread(ballots))
  return { forJob: rateIn(jobQueue), forVisitor: rateIn(visitorQueue) }
}

/** The ratings of this process. */
export const ratings = createRatings()

function tooManyError(): AppError {
  return new AppError('overloaded', 'Many leaderboards are being computed at the moment. Try again in a few seconds.', {
    retryAfter: 5,
  })
}

function startThread(ballots: readonly Ballot[]): Promise<Rating[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./rating-worker.ts', import.meta.url), { workerData: ballots })
    worker.on('message', resolve)
    worker.on('error', reject)
    // Has no effect if a message has already resolved the promise.
    worker.on('exit', (code) =>
      reject(new Error(`The rating worker exited with code ${code} before it returned a result.`)),
    )
  })
}
