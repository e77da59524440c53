import { ApiError } from './api-error.ts'

/** The minimum time between two calls of `raise`, in ms. */
export const sessionExpiredEveryMs = 10_000

const sessionCheck = 'GET /api/user'

/**
 * Creates a watch that calls `raise` when a request fails because the session has ended. Call the watch when a request
 * is sent, and call what it returns with that request's error. The first GET /api/user doesn't count, because it just
 * checks for a session. `requestedAt`: when the request was sent, in ms since 1970.
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
