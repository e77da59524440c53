import { type BoundedQueue, type Bounds, createBoundedQueue } from '#platform/work/work-queue.ts'

/**
 * Returns a function that runs work in a bounded queue for each network (`networkOf` in platform/limits.ts), so that a
 * flood of requests from one network doesn't delay others. Work without a network (null) runs immediately. Aborting
 * `signal` rejects work that is still waiting. A network takes memory only while it has work.
 */
export function createNetworkQueues(bounds: Bounds) {
  const queues = new Map<string, { run: BoundedQueue; size: number }>()
  return async <Result>(network: string | null, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> => {
    if (network === null) return work()
    const queue = queues.get(network) ?? { run: createBoundedQueue(bounds), size: 0 }
    queues.set(network, queue)
    queue.size++
    try {
      return await queue.run(work, signal)
    } finally {
      if (--queue.size === 0) queues.delete(network)
    }
  }
}
