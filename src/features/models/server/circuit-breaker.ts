/** So many failures within this time (ms) open the circuit for this long (ms). */
const failuresMax = 5
const windowMs = 30_000
const openMs = 60_000

/**
 * Keeps a vendor that fails from being asked again and again. After the pause one question goes through as a trial:
 * a success closes the circuit, a failure opens it anew.
 */
export function createBreaker(now: () => number) {
  let failures: number[] = []
  let openedAt: number | null = null
  let trial = false
  return {
    /** Whether a question would be let through; asking doesn't change anything. */
    get isOpen() {
      return openedAt !== null && (trial || now() - openedAt < openMs)
    },
    /** Takes a way through, or says no. Every true is followed by `succeeded`, `failed` or `letGo`. */
    enter(): boolean {
      if (openedAt === null) return true
      if (trial || now() - openedAt < openMs) return false
      trial = true
      return true
    },
    succeeded() {
      failures = []
      openedAt = null
      trial = false
    },
    failed() {
      failures = [...failures.filter((at) => now() - at < windowMs), now()]
      if (trial || failures.length >= failuresMax) openedAt = now()
      trial = false
    },
    /** The question ended in a way that says nothing of the vendor, such as an abort. */
    letGo() {
      trial = false
    },
  }
}

export type Breaker = ReturnType<typeof createBreaker>
