import { AppError } from '#server/platform/errors.ts'

/** Concurrent runs of one member in one process. */
const runsMax = 3

/** Limits concurrent runs per member, so that nobody uses up the server's connections to the vendors. */
export function createRunLimit() {
  const running = new Map<string, number>()
  return {
    /** Counts a run. Returns the function that ends it. AppError rate_limited. */
    enter(userId: string): () => void {
      const now = running.get(userId) ?? 0
      if (now >= runsMax)
        throw new AppError(
          'rate_limited',
          `${runsMax} of your runs are still in progress. Wait for one to end, or stop it.`,
          {
            retryAfter: 10,
          },
        )
      running.set(userId, now + 1)
      return () => {
        const left = (running.get(userId) ?? 1) - 1
        if (left > 0) running.set(userId, left)
        else running.delete(userId)
      }
    },
  }
}

export type RunLimit = ReturnType<typeof createRunLimit>
