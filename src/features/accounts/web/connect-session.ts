import type { AnyRouter } from '@tanstack/react-router'
import { keep, kept } from './kept-values.ts'
import { setSession } from './session-store.ts'
import { isSignInPath } from './sign-in-lead.ts'

const life = () => import('./session-life.ts')

/**
 * Begins to know who is signed in, once, after hydration. The server is asked only where a flag says that somebody may
 * be; visitors don't even load the code for that. All tabs agree: the hint in local storage tells them. Also remembers
 * where somebody was, for the way back from the sign-in. Gives the function that ends it.
 */
export function connectSession(router: AnyRouter): () => void {
  const wake = (then: (session: Awaited<ReturnType<typeof life>>) => void) =>
    life().then(
      (session) => {
        session.liveSession(router)
        then(session)
      },
      (failure: Error) => setSession({ state: 'loading', user: null, failure }),
    )
  if (kept('isLoggedIn') ?? kept('hasAttemptedLogin')) wake(({ refreshUser }) => refreshUser())
  else setSession({ state: 'out', user: null })

  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === 'isLoggedIn' || key === null) wake(({ followHint }) => followHint(newValue))
  }
  const remember = () => {
    const { pathname, searchStr } = router.state.location
    if (!isSignInPath(pathname) && pathname !== '/' && pathname !== '/404') keep('previousUrl', pathname + searchStr)
  }
  remember()
  const stopRemembering = router.subscribe('onResolved', remember)
  window.addEventListener('storage', onStorage)
  return () => {
    stopRemembering()
    window.removeEventListener('storage', onStorage)
  }
}

/** A request met an ended session. */
export function onSessionExpired(): void {
  life().then(({ expireSession }) => expireSession())
}
