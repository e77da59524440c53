/** The abort reason if an answer started too late or took too long. */
export class DeadlineError extends Error {}

export type Deadlines = { firstTokenMs: number; totalMs: number }

/**
 * Starts both deadlines. `signal` aborts at a deadline, or when the caller's signal does. `stop` ends the timers and the
 * request.
 */
export function startDeadlines(caller: AbortSignal, { firstTokenMs, totalMs }: Deadlines) {
  const controller = new AbortController()
  const abort = () => controller.abort(new DeadlineError())
  const first = setTimeout(abort, firstTokenMs)
  const total = setTimeout(abort, totalMs)
  return {
    signal: AbortSignal.any([caller, controller.signal]),
    /** Call this when the model sends anything, because that meets the first deadline. */
    clearFirst: () => clearTimeout(first),
    stop() {
      clearTimeout(first)
      clearTimeout(total)
      controller.abort()
    },
  }
}
