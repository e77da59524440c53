import type { Api } from '#client/api.ts'
import type { Session } from '#features/accounts/web/session-store.ts'
import { onSessionChange, readSession } from '#features/accounts/web/session-store.ts'
import { announceCredits, startCredits, stopCredits } from './credit-store.ts'

let knownUserId: string | null = null

/**
 * Tracks the credits of the signed-in user from login until logout or the end of the session. Also publishes the balance
 * that responses about the user contain. Returns a function that stops the tracking.
 */
export function connectCredits(api: Api): () => void {
  const handleSession = ({ state, user }: Session) => {
    // Keeps the credits as they are while the session is checked again.
    if (state === 'loading') return
    const isSameUser = (user?.id ?? null) === knownUserId
    knownUserId = user?.id ?? null
    if (!user) stopCredits()
    else if (isSameUser) announceCredits({ credits: user.credits, source: 'user' })
    else startCredits(({ fresh }) => api('GET /api/user/credits', { fresh }))
  }
  handleSession(readSession())
  const unsubscribe = onSessionChange(handleSession)
  return () => {
    unsubscribe()
    knownUserId = null
    stopCredits()
  }
}
