/** The abort reason if an answer started too late or took too long. */
export class DeadlineError extends Error {}

export type Deadlines = { firstTokenMs: number; totalMs: number }

/**
 * Starts both deadlines. `signal` aborts at a deadline, or when `callerSignal` does. `stop` ends the timers and the
 * request.
 */
export function startDeadlines(callerSignal: AbortSignal, { firstTokenMs, totalMs }: Deadlines) {
  const controller = new AbortController()
  const abort = () => controller.abort(new DeadlineError())
  const first = setTimeout(abort, firstTokenMs)
  const total = setTimeout(abort, totalMs)
  return {
    signal: AbortSignal.any([callerSignal, controller.signal]),
    /** Call this when the model sends anything, because that meets the first deadline. */
    clearFirst: () => clearTimeout(first),
    stop() {
      clearTimeout(first)
      clearTimeout(total)
      controller.abort()
    },
  }
}
