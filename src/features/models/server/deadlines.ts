/** The reason for an abort when an answer started too late or took too long. */
export class DeadlineError extends Error {}

export type Deadlines = { firstTokenMs: number; totalMs: number }

/**
 * Starts both deadlines. `signal` aborts when the caller's does or at a deadline; `stop` ends the timers and the
 * request.
 */
export function startDeadlines(caller: AbortSignal, { firstTokenMs, totalMs }: Deadlines) {
  const controller = new AbortController()
  const abort = () => controller.abort(new DeadlineError())
  const first = setTimeout(abort, firstTokenMs)
  const total = setTimeout(abort, totalMs)
  return {
    signal: AbortSignal.any([caller, controller.signal]),
    /** Call when the model sends anything: the first deadline is met. */
    clearFirst: () => clearTimeout(first),
    stop() {
      clearTimeout(first)
      clearTimeout(total)
      controller.abort()
    },
  }
}
