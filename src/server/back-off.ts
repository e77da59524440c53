/** The delays before something that ended is started again, in ms. */
export type BackOff = { firstMs: number; longestMs: number; soundMs: number }

/** What a server starts again without giving up: PostgreSQL, and its workers. */
export const restartBackOff: BackOff = { firstMs: 500, longestMs: 60_000, soundMs: 60_000 }

/**
 * Returns the delay before the next start, after a run of `ranMs`: `firstMs`, then twice as long each time up to
 * `longestMs`, and `firstMs` again after a run of at least `soundMs`.
 */
export function createBackOff({ firstMs, longestMs, soundMs }: BackOff): (ranMs: number) => number {
  let next = firstMs
  return (ranMs) => {
    const delay = ranMs >= soundMs ? firstMs : next
    next = Math.min(delay * 2, longestMs)
    return delay
  }
}
