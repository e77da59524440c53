import type { AnyRouter } from '@tanstack/react-router'
import { readStored, writeStored } from './browser-storage.ts'
import { dropPendingAction, type PendingAction, storePendingAction } from './pending-action.ts'

/**
 * Opens the login page, which later returns to the current page to finish `action`. With `replace`, the Back button
 * skips the current page. `hash` is the section of the page to return to, such as `#comments`.
 */
export function goToSignIn(
  router: AnyRouter,
  action?: PendingAction,
  { replace = false, hash = '' } = {},
): Promise<void> {
  const { pathname, searchStr } = router.state.location
  const path = pathname + searchStr + hash
  if (action) storePendingAction(action)
  // An action that was started and abandoned on another page must not be performed after this sign-in.
  else if (!isSignInPath(pathname) && readStored('redirectAfterLogin') !== path) dropPendingAction()
  if (!isSignInPath(pathname)) writeStored('redirectAfterLogin', path)
  return router.navigate({ to: '/auth', replace })
}

/**
 * Tells whether a path is a login page or the page of an emailed link. Such pages aren't worth returning to, and their
 * URLs may contain a token.
 */
export function isSignInPath(pathname: string): boolean {
  return /^\/auth(\/|$)/.test(pathname)
}
