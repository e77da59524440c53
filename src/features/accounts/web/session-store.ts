import { useSyncExternalStore } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { readStored } from './browser-storage.ts'

/**
 * Who is signed in, as far as this tab knows. `failure` is set if asking the server failed; `refreshUser` tries again.
 * `byLogout` is true if the user logged out or deleted their account in this tab.
 */
export type Session =
  | { state: 'loading'; user: null; failure?: Error }
  | { state: 'signedIn'; user: User }
  | { state: 'signedOut'; user: null; byLogout?: boolean }

const loading: Session = { state: 'loading', user: null }
const listeners = new Set<() => void>()
let session: Session = loading
let lastMember: string | null = null

/**
 * Returns who is signed in. On the server and during hydration the state is `loading`, so that the HTML is the same
 * for everybody.
 */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, readSession, () => loading)
}

/** Like `useSession`, but for use outside of React, such as in event handlers. */
export function readSession(): Session {
  return session
}

/**
 * Returns the id of the last member who was signed in since this page was loaded, even if their session has expired.
 * Returns null if there was none, and after a logout.
 */
export function readLastMemberId(): string | null {
  return lastMember
}

/** Calls `listener` whenever the session changes. Returns a function that ends the subscription. */
export function onSessionChange(listener: (session: Session) => void): () => void {
  return subscribe(() => listener(session))
}

/**
 * Sets the session, marks the document if somebody may be signed in (`data-member`), and informs all listeners. Only
 * session-lifecycle.ts and connect-session.ts may call it.
 */
export function setSession(next: Session): void {
  session = next
  if (next.user) lastMember = next.user.id
  else if (next.state === 'signedOut' && next.byLogout) lastMember = null
  const mayBeSignedIn = next.state === 'signedIn' || (next.state === 'loading' && readStored('isLoggedIn') !== null)
  document.documentElement.toggleAttribute('data-member', mayBeSignedIn)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
