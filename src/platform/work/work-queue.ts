import PQueue from 'p-queue'

/**
 * Creates a queue that runs at most `concurrency` pieces of work at the same time, in the order in which they were
 * added.
 */
export function createWorkQueue(concurrency: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const queue = new PQueue({ concurrency })
  return (work) => queue.add(work)
}

/**
 * Creates a queue that runs work with the same key one piece after the other. Work with different keys runs
 * independently.
 */
export function createKeyedQueue(): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const queues = new Map<string, PQueue>()
  return async (key, work) => {
    const queue = queues.get(key) ?? new PQueue({ concurrency: 1 })
    queues.set(key, queue)
    return queue.add(work).finally(() => {
      if (queue.size + queue.pending === 0) queues.delete(key)
    })
  }
}

export type Bounds = {
  concurrency: number
  /** How many more pieces of work may wait. */
  waitingMax: number
  /** How long a piece of work may wait, in ms. Unset: there is no limit. */
  waitMs?: number
  /** Creates the error if the queue is full or the wait takes too long. */
  refusal: () => Error
}

/**
 * Runs a piece of work when its turn comes. Aborting the signal ends the wait with the signal's reason, but doesn't end
 * work that is already running.
 */
export type BoundedQueue = <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>

/**
 * Creates a queue that limits how much work waits and for how long, so that a flood of work doesn't use up the memory.
 */
export function createBoundedQueue({ concurrency, waitingMax, waitMs, refusal }: Bounds): BoundedQueue {
  const queue = new PQueue({ concurrency })
  return async (work, signal) => {
    signal?.throwIfAborted()
    if (queue.pending >= concurrency && queue.size >= waitingMax) throw refusal()
    const wait = new AbortController()
    const leave = () => wait.abort(signal?.reason)
    const timer = waitMs === undefined ? undefined : setTimeout(() => wait.abort(refusal()), waitMs)
    signal?.addEventListener('abort', leave)
    const endWait = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    }
    const inTurn = () => {
      endWait()
      return work()
    }
    return queue.add(inTurn, { signal: wait.signal }).finally(endWait)
  }
}
