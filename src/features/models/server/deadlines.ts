/** The reason of an abort when an answer started too late or took too long. */
export class DeadlineError extends Error {}

export type Deadlines = { firstTokenMs: number; totalMs: number }

/** Starts both deadlines. `signal` aborts with the caller's or at a deadline; `stop` ends the timers and the request. */
export function startDeadlines(caller: AbortSignal, { firstTokenMs, totalMs }: Deadlines) {
  const own = new AbortController()
  const late = () => own.abort(new DeadlineError())
  const first = setTimeout(late, firstTokenMs)
  const total = setTimeout(late, totalMs)
  return {
    signal: AbortSignal.any([caller, own.signal]),
    /** Call when the model sends anything: the first deadline is met. */
    clearFirst: () => clearTimeout(first),
    stop() {
      clearTimeout(first)
      clearTimeout(total)
      own.abort()
    },
  }
}
