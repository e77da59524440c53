/** The settings of `createBackOff`, in ms. */
export type BackOff = { firstMs: number; maxMs: number; healthyMs: number }

/** For processes that a server restarts without giving up: PostgreSQL and the server's workers. */
export const restartBackOff: BackOff = { firstMs: 500, maxMs: 60_000, healthyMs: 60_000 }

/**
 * Returns the delay before the next start, after a run of `ranMs`: `firstMs`, then twice as long each time up to
 * `maxMs`, and `firstMs` again after a run of at least `healthyMs`.
 */
export function createBackOff({ firstMs, maxMs, healthyMs }: BackOff): (ranMs: number) => number {
  let next = firstMs
  return (ranMs) => {
    const delay = ranMs >= healthyMs ? firstMs : next
    next = Math.min(delay * 2, maxMs)
    return delay
  }
}
