import { plural, t } from '#lib/texts.ts'
import { AppError } from '#platform/errors.ts'
import type { Limits } from '#platform/limits.ts'

/** How many runs a member may have in progress in one process. */
const runsMax = 3

/**
 * How many answers per hour a member may cause that the vendor bills to the site although the member doesn't pay, such as
 * those that were stopped before their first word. Without a limit, one member could use up the daily budget.
 */
export const unpaidPerHour = { name: 'unpaid-answer', points: 20, seconds: 3600 }

/**
 * Limits each member's concurrent runs, so that one member can't use up the connections to the vendors, and their unpaid
 * answers. A run needs no query: a process refuses runs once it has counted an answer beyond the limit.
 */
export function createRunLimit({ limits, now }: { limits: Limits; now: () => Date }) {
  const running = new Map<string, number>()
  /** Until when (ms) members get no runs. */
  const refusedUntil = new Map<string, number>()
  return {
    /** Counts a run. Returns the function to call when the run has ended. Throws AppError rate_limited. */
    enter(userId: string): () => void {
      const refusedMs = (refusedUntil.get(userId) ?? 0) - now().getTime()
      if (refusedMs > 0) {
        const retryAfter = Math.ceil(refusedMs / 1000)
        const message = plural(
          Math.ceil(retryAfter / 60),
          'More than {answers} of your answers in an hour cost this site money and you nothing, because they were stopped or failed. Try again in {count} minute.',
          'More than {answers} of your answers in an hour cost this site money and you nothing, because they were stopped or failed. Try again in {count} minutes.',
          { answers: unpaidPerHour.points },
        )
        throw new AppError('rate_limited', message, { retryAfter })
      }
      refusedUntil.delete(userId)
      const count = running.get(userId) ?? 0
      if (count >= runsMax)
        throw new AppError(
          'rate_limited',
          t('{runsMax} of your runs are still in progress. Wait for one to end, or stop one.', { runsMax }),
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
    /** Counts an answer that the site may have to pay for although the member doesn't. */
    async countUnpaid(userId: string): Promise<void> {
      try {
        await limits.take(unpaidPerHour, userId)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        refusedUntil.set(userId, now().getTime() + Number(error.details?.retryAfter) * 1000)
      }
    },
  }
}

export type RunLimit = ReturnType<typeof createRunLimit>
