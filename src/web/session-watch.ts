import { ApiError } from './api-error.ts'

/** The session-expired event is raised at most once in this many ms. */
export const sessionExpiredEveryMs = 10_000

const whoAmI = 'GET /api/user'

/**
 * Watches failures and raises the event when the session has ended. Only the code `authentication_required` counts, not a
 * wrong password, and not the first GET /api/user, which only checks for a session (contract "Accounts"). `askedAt`: when
 * the request was sent, in ms.
 */
export function createSessionWatch(raise: (failure: ApiError, askedAt: number) => void) {
  let raisedAt = Number.NEGATIVE_INFINITY
  let asked = false

  return (endpoint: string) => {
    const isFirstLook = endpoint === whoAmI && !asked
    asked ||= isFirstLook
    const askedAt = Date.now()
    return (error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 401 || error.code !== 'authentication_required') return
      if (isFirstLook || Date.now() - raisedAt < sessionExpiredEveryMs) return
      raisedAt = Date.now()
      raise(error, askedAt)
    }
  }
}
