/** This many failures within `windowMs` open the circuit for `openMs`. */
const failuresMax = 5
const windowMs = 30_000
const openMs = 60_000

/**
 * Stops questions to a failing vendor for a while. After the pause, one question goes through as a trial. If it
 * succeeds, the circuit closes; if it fails, the circuit opens again.
 */
export function createCircuitBreaker(now: () => number) {
  let failures: number[] = []
  let openedAt: number | null = null
  let isTrialRunning = false
  return {
    /** Whether questions are refused now. */
    get isOpen() {
      return openedAt !== null && (isTrialRunning || now() - openedAt < openMs)
    },
    /** Lets a question through, or returns false. After true, call `succeeded`, `failed` or `release`. */
    enter(): boolean {
      if (openedAt === null) return true
      if (isTrialRunning || now() - openedAt < openMs) return false
      isTrialRunning = true
      return true
    },
    succeeded() {
      failures = []
      openedAt = null
      isTrialRunning = false
    },
    failed() {
      failures = [...failures.filter((at) => now() - at < windowMs), now()]
      if (isTrialRunning || failures.length >= failuresMax) openedAt = now()
      isTrialRunning = false
    },
    /** Call this when a question ended for a reason that isn't the vendor's fault, such as an abort. */
    release() {
      isTrialRunning = false
    },
  }
}

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

/**
 * Creates a breaker for an operator's trial of a model: it always lets the question through. If the question succeeds,
 * `breaker` closes; if the question fails, nothing changes.
 */
export function createTrialBreaker(breaker: CircuitBreaker): CircuitBreaker {
  const ignore = () => undefined
  return { isOpen: false, enter: () => true, succeeded: breaker.succeeded, failed: ignore, release: ignore }
}
