import { AppError } from '#server/platform/errors.ts'

/** How many runs a member may have in progress in one process. */
const runsMax = 3

/** Limits the concurrent runs of each member, so that one member can't use up the connections to the vendors. */
export function createRunLimit() {
  const running = new Map<string, number>()
  return {
    /** Counts a run. Returns the function to call when the run has ended. Throws AppError rate_limited. */
    enter(userId: string): () => void {
      const count = running.get(userId) ?? 0
      if (count >= runsMax)
        throw new AppError(
          'rate_limited',
          `${runsMax} of your runs are still in progress. Wait for one to end, or stop one.`,
          {
            retryAfter: 10,
          },
        )
      running.set(userId, count + 1)
      return () => {
        const remaining = (running.get(userId) ?? 1) - 1
        if (remaining > 0) running.set(userId, remaining)
        else running.delete(userId)
      }
    },
  }
}

export type RunLimit = ReturnType<typeof createRunLimit>
