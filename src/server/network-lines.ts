import { type BoundedQueue, type Bounds, createBoundedQueue } from './platform/work-queue.ts'

/**
 * Gives each network its own bounded queue, so that a flood from one leaves room for others. Work of nobody (null) runs at
 * once. The signal ends a wait. Idle networks take no memory.
 */
export function createNetworkLines(bounds: Bounds) {
  const lines = new Map<string, { inTurn: BoundedQueue; size: number }>()
  return async <Result>(network: string | null, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> => {
    if (network === null) return work()
    const line = lines.get(network) ?? { inTurn: createBoundedQueue(bounds), size: 0 }
    lines.set(network, line)
    line.size++
    try {
      return await line.inTurn(work, signal)
    } finally {
      if (--line.size === 0) lines.delete(network)
    }
  }
}
