/** An answer began too late, or took too long. */
export class TooLate extends Error {}

export type Deadlines = { firstTokenMs: number; wholeMs: number }

/** One signal for both deadlines and for whoever asked. `stop` ends the timers and whatever still listens upstream. */
export function startClock(asker: AbortSignal, { firstTokenMs, wholeMs }: Deadlines) {
  const own = new AbortController()
  const late = () => own.abort(new TooLate())
  const first = setTimeout(late, firstTokenMs)
  const whole = setTimeout(late, wholeMs)
  return {
    signal: AbortSignal.any([asker, own.signal]),
    /** The model gave a sign of life: the first deadline is kept. */
    alive: () => clearTimeout(first),
    stop() {
      clearTimeout(first)
      clearTimeout(whole)
      own.abort()
    },
  }
}
