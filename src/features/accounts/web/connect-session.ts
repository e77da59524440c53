import type { AnyRouter } from '@tanstack/react-router'
import { readStored, writeStored } from './browser-storage.ts'
import { isSignInPath } from './go-to-sign-in.ts'
import { setSession } from './session-store.ts'

const loadLifecycle = () => import('./session-lifecycle.ts')

/**
 * Tracks who is signed in. Called once, after hydration. Asks the server only after an attempted login, or if the hint
 * says that somebody may be signed in; visitors don't even load that code. The hint keeps tabs in sync. Also remembers
 * the last page, to return there after signing in. Returns a function that stops tracking.
 */
export function connectSession(router: AnyRouter): () => void {
  const withLifecycle = (action: (session: Awaited<ReturnType<typeof loadLifecycle>>) => void) =>
    loadLifecycle().then(
      (session) => {
        session.startLifecycle(router)
        action(session)
      },
      (failure: Error) => setSession({ state: 'loading', user: null, failure }),
    )
  if (readStored('isLoggedIn') ?? readStored('hasAttemptedLogin')) withLifecycle(({ refreshUser }) => refreshUser())
  else setSession({ state: 'signedOut', user: null })

  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === 'isLoggedIn' || key === null) withLifecycle(({ followHint }) => followHint(newValue))
  }
  const rememberPage = () => {
    const { pathname, searchStr } = router.state.location
    if (!isSignInPath(pathname) && pathname !== '/' && pathname !== '/404')
      writeStored('previousUrl', pathname + searchStr)
  }
  rememberPage()
  // The link to the sign-in page may have been followed before this page could remember anything.
  const { pathname } = router.state.location
  if (isSignInPath(pathname) && !readStored('previousUrl') && document.referrer.startsWith(`${location.origin}/`))
    writeStored('previousUrl', document.referrer.slice(location.origin.length))
  const stopRemembering = router.subscribe('onResolved', rememberPage)
  window.addEventListener('storage', onStorage)
  return () => {
    stopRemembering()
    window.removeEventListener('storage', onStorage)
  }
}

/** Called when a response shows that the session has ended. `requestedAt`: when the request was sent, in ms. */
export function onSessionExpired(_: Error, requestedAt: number): void {
  loadLifecycle().then(({ expireSession }) => expireSession(requestedAt))
}
