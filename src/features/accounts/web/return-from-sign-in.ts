import type { AnyRouter } from '@tanstack/react-router'
import { siteFacts } from '#client/site-facts.ts'
import type { User } from '#features/accounts/contract.ts'
import { returnPath, safeReturnPath } from '#lib/return-path.ts'
import { readStored, writeStored } from './browser-storage.ts'
import { readSession } from './session-store.ts'

/** The delay before a redirect, in ms. It gives the user time to see the success message. */
const redirectMs = 300

/** Does the same as `returnFromSignIn`, after a short delay. */
export function returnSoon(router: AnyRouter): void {
  setTimeout(() => returnFromSignIn(router), redirectMs)
}

/** Tells whether a member of a closed site has to confirm their address before they see anything. */
export function mustConfirmFirst(user: User | null): boolean {
  const { isClosed, confirmsFirst } = siteFacts()
  return Boolean(isClosed && confirmsFirst && user && !user.emailVerified)
}

/**
 * Takes the user from the login page back to the page they came from. Does nothing if they must confirm their address
 * first.
 */
export async function returnFromSignIn(router: AnyRouter): Promise<void> {
  if (mustConfirmFirst(readSession().user)) return
  const href = returnPath({
    redirectAfterLogin: readStored('redirectAfterLogin'),
    lastVisitedUrl: readStored('lastVisitedUrl'),
    previousUrl: readStored('previousUrl'),
  })
  forgetReturnPaths()
  // The server, not the router, has the page that asks whether an app may connect.
  if (href.startsWith('/oauth/')) return location.replace(href)
  await router.navigate({ href, replace: true })
}

/** Stores the path from the fragment (`#return=…`) that a closed site adds when it sends a visitor to sign in. */
export function rememberReturn(hash: string): void {
  const path = safeReturnPath(new URLSearchParams(hash.replace(/^#/, '')).get('return'))
  if (path !== null) writeStored('redirectAfterLogin', path)
}

/** Forgets the stored return paths. */
export function forgetReturnPaths(): void {
  for (const key of ['redirectAfterLogin', 'lastVisitedUrl', 'previousUrl'] as const) writeStored(key, null)
}
