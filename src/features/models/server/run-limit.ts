import { AppError } from '#server/platform/errors.ts'

/** So many runs of one member at a time, in one process. */
const runsMax = 3

/** Keeps one member from holding all of a server's lines to the vendors, also with a key of their own. */
export function createRunLimit() {
  const running = new Map<string, number>()
  return {
    /** Answers what ends the run. AppError rate_limited. */
    enter(userId: string): () => void {
      const now = running.get(userId) ?? 0
      if (now >= runsMax)
        throw new AppError(
          'rate_limited',
          `${runsMax} of your runs are still going. Wait for one to end, or stop it.`,
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
