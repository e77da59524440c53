import type { AnyRouter } from '@tanstack/react-router'
import { keep } from './kept-values.ts'
import { keepPendingAct, type PendingAct } from './pending-act.ts'

/**
 * Leads to the sign-in, and afterwards back to where one is now, to do what one wanted. `replace`: Back then leaves
 * the sign-in, instead of coming back to a page that leads to it again. `hash`: of the part of the page to come back to.
 */
export function leadToSignIn(router: AnyRouter, act?: PendingAct, { replace = false, hash = '' } = {}): Promise<void> {
  const { pathname, searchStr } = router.state.location
  if (!isSignInPath(pathname)) keep('redirectAfterLogin', pathname + searchStr + hash)
  if (act) keepPendingAct(act)
  return router.navigate({ to: '/auth', replace })
}

/** The sign-in and its letters' pages: nobody wants to return there, and their addresses may hold a token. */
export function isSignInPath(pathname: string): boolean {
  return /^\/auth(\/|$)/.test(pathname)
}
