import { ApiError } from './api-error.ts'

/** At least this time passes between two calls of `raise`, in ms. */
export const sessionExpiredEveryMs = 10_000

const sessionCheck = 'GET /api/user'

/**
 * Watches failures, and calls `raise` when the session has ended. Only the code `authentication_required` means that: a
 * wrong password doesn't, and neither does the first GET /api/user, which just checks for a session. `requestedAt`:
 * when the request was sent, in ms.
 */
export function createSessionWatch(raise: (failure: ApiError, requestedAt: number) => void) {
  let raisedAt = Number.NEGATIVE_INFINITY
  let hasChecked = false

  return (endpoint: string) => {
    const isFirstCheck = endpoint === sessionCheck && !hasChecked
    hasChecked ||= isFirstCheck
    const requestedAt = Date.now()
    return (error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 401 || error.code !== 'authentication_required') return
      if (isFirstCheck || Date.now() - raisedAt < sessionExpiredEveryMs) return
      raisedAt = Date.now()
      raise(error, requestedAt)
    }
  }
}
