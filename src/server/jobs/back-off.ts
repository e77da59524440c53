/** The settings of `createBackOff`, in ms. `healthyMs`: a run of this length resets the delay. */
export type BackOff = { firstMs: number; maxMs: number; healthyMs: number }

/** The delays for processes that a server restarts without ever giving up: PostgreSQL and the server's workers. */
export const restartBackOff: BackOff = { firstMs: 500, maxMs: 60_000, healthyMs: 60_000 }

/**
 * Creates a function that returns the delay before the next start, given how long the last run took (`ranMs`). The
 * delay is `firstMs`, then twice as long each time, up to `maxMs`. After a run of at least `healthyMs`, it is `firstMs`
 * again.
 */
export function createBackOff({ firstMs, maxMs, healthyMs }: BackOff): (ranMs: number) => number {
  let next = firstMs
  return (ranMs) => {
    const delay = ranMs >= healthyMs ? firstMs : next
    next = Math.min(delay * 2, maxMs)
    return delay
  }
}
