import { AppError } from '#server/platform/errors.ts'

type LineLimits = { atOnce: number; waitingMax: number; waitMs: number }

/** At most `atOnce` at a time; others wait in line. Who finds it full, or waits too long (ms), gets AppError overloaded. */
export function createWaitLine({ atOnce, waitingMax, waitMs }: LineLimits) {
  let running = 0
  const waiting: (() => void)[] = []

  function leave() {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  return {
    /** Waits for a place; answers what gives it back. Rejects with the signal's reason when that comes first. */
    async enter(signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted()
      if (running < atOnce) {
        running++
        return leave
      }
      if (waiting.length >= waitingMax) throw tooMany()
      await new Promise<void>((resolve, reject) => {
        const take = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', leaveLine)
          resolve()
        }
        const giveUp = (reason: unknown) => {
          clearTimeout(timer)
          signal.removeEventListener('abort', leaveLine)
          waiting.splice(waiting.indexOf(take), 1)
          reject(reason)
        }
        const leaveLine = () => giveUp(signal.reason)
        const timer = setTimeout(() => giveUp(tooMany()), waitMs)
        waiting.push(take)
        signal.addEventListener('abort', leaveLine, { once: true })
      })
      return leave
    },
  }
}

export type WaitLine = ReturnType<typeof createWaitLine>

function tooMany(): AppError {
  return new AppError('overloaded', 'Too many people ask this model at the moment. Try again in a minute.', {
    retryAfter: 60,
  })
}
