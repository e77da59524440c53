import type { AnyRouter } from '@tanstack/react-router'
import { readStored, writeStored } from './browser-storage.ts'
import { isSignInPath } from './go-to-sign-in.ts'
import { setSession } from './session-store.ts'

const loadLifecycle = () => import('./session-lifecycle.ts')

/**
 * Called after hydration. Loads session-lifecycle.ts and asks the server who is signed in, but only if a stored flag
 * says that somebody may be. Follows logins and logouts in other tabs. Remembers the last page, so that a sign-in can
 * return there. Returns a function that removes the listeners.
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
  // If a link on this site loaded the login page from the server, the page with that link may not have been remembered.
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

/**
 * Called when a response shows that the session has ended. `requestedAt` is the time when its request was sent, in ms.
 */
export function onSessionExpired(_: Error, requestedAt: number): void {
  loadLifecycle().then(({ expireSession }) => expireSession(requestedAt))
}
