import type { AnyRouter } from '@tanstack/react-router'
import { readStored, writeStored } from './browser-storage.ts'
import { isSignInPath } from './go-to-sign-in.ts'
import { setSession } from './session-store.ts'

const loadLifecycle = () => import('./session-lifecycle.ts')

/**
 * Starts tracking who is signed in after hydration, and returns a function that stops it. Asks the server only if a
 * flag says that somebody may be signed in, so visitors don't load that code. A hint in local storage keeps tabs in
 * sync. Also remembers the last page, so that a sign-in can return there.
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
  // If the visitor came from a page of this site by a link that loads the login page from the server, nothing has
  // remembered that page yet.
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
