/** This many failures within `windowMs` open the circuit for `openMs`. */
const failuresToOpen = 5
const windowMs = 30_000
const openMs = 60_000

/**
 * Stops questions to a failing vendor for a while. After the pause, one question goes through as a probe. If it
 * succeeds, the circuit closes; if it fails, the circuit opens again.
 */
export function createCircuitBreaker(now: () => number) {
  let failures: number[] = []
  let openedAt: number | null = null
  let isProbeRunning = false
  return {
    /** Whether questions are refused now. */
    get isOpen() {
      return openedAt !== null && (isProbeRunning || now() - openedAt < openMs)
    },
    /** Returns whether a question may be sent. If so, call one of the following functions when it has ended. */
    enter(): boolean {
      if (openedAt === null) return true
      if (isProbeRunning || now() - openedAt < openMs) return false
      isProbeRunning = true
      return true
    },
    recordSuccess() {
      failures = []
      openedAt = null
      isProbeRunning = false
    },
    recordFailure() {
      failures = [...failures.filter((at) => now() - at < windowMs), now()]
      if (isProbeRunning || failures.length >= failuresToOpen) openedAt = now()
      isProbeRunning = false
    },
    /** Call this when a question ended for a reason that isn't the vendor's fault, such as an abort. */
    release() {
      isProbeRunning = false
    },
  }
}

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

/**
 * Creates a breaker for an admin's test of a model. It always lets the question through. If the question succeeds,
 * `breaker` closes; if the question fails, nothing changes.
 */
export function createTrialBreaker(breaker: CircuitBreaker): CircuitBreaker {
  const ignore = () => undefined
  return {
    isOpen: false,
    enter: () => true,
    recordSuccess: breaker.recordSuccess,
    recordFailure: ignore,
    release: ignore,
  }
}
