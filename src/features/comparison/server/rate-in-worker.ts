import { Worker } from 'node:worker_threads'
import { createWorkQueue } from '#server/platform/work-queue.ts'
import type { Ballot, Rating } from '../rating-rules.ts'

const inTurn = createWorkQueue(1)

/** `rateModels` in a thread of its own, one at a time, so that requests don't wait for it. */
export function rateInWorker(ballots: readonly Ballot[]): Promise<Rating[]> {
  return ballots.length === 0 ? Promise.resolve([]) : inTurn(() => startWorker(ballots))
}

function startWorker(ballots: readonly Ballot[]): Promise<Rating[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./rating-worker.ts', import.meta.url), { workerData: ballots })
    worker.on('message', resolve)
    worker.on('error', reject)
    // After a message this changes nothing.
    worker.on('exit', (code) => reject(new Error(`The rating ended with code ${code}.`)))
  })
}
