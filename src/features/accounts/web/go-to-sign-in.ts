import type { AnyRouter } from '@tanstack/react-router'
import { writeStored } from './browser-storage.ts'
import { type PendingAct, storePendingAct } from './pending-act.ts'

/**
 * Goes to the login page, then back to the current page to finish `act`. `replace`: the Back button then skips the
 * login page. `hash`: the part of the page to return to.
 */
export function goToSignIn(router: AnyRouter, act?: PendingAct, { replace = false, hash = '' } = {}): Promise<void> {
  const { pathname, searchStr } = router.state.location
  if (!isSignInPath(pathname)) writeStored('redirectAfterLogin', pathname + searchStr + hash)
  if (act) storePendingAct(act)
  return router.navigate({ to: '/auth', replace })
}

/** Login pages, including those of emailed links: nobody wants to return there, and their URLs may hold a token. */
export function isSignInPath(pathname: string): boolean {
  return /^\/auth(\/|$)/.test(pathname)
}
