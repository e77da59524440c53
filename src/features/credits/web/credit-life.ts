import type { Session } from '#features/accounts/web/session-store.ts'
import { onSessionChange, readSession } from '#features/accounts/web/session-store.ts'
import type { Api } from '#web/api.ts'
import { announceCredits, startCredits, stopCredits } from './credit-store.ts'

let knownUser: string | null = null

/**
 * Keeps the credits of whoever is signed in: they begin with a sign-in, and end with a sign-out or an expired session.
 * A balance that came with the user counts too. Gives the function that ends it.
 */
export function connectCredits(api: Api): () => void {
  const follow = ({ state, user }: Session) => {
    // While it is asked again who is there, the credits stay as they are.
    if (state === 'loading') return
    const isSame = (user?.id ?? null) === knownUser
    knownUser = user?.id ?? null
    if (!user) stopCredits()
    else if (isSame) announceCredits({ credits: user.credits, source: 'user' })
    else startCredits(({ fresh }) => api('GET /api/user/credits', { fresh }))
  }
  follow(readSession())
  const leave = onSessionChange(follow)
  return () => {
    leave()
    knownUser = null
    stopCredits()
  }
}
