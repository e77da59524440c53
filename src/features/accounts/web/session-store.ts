import { useSyncExternalStore } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { readStored } from './browser-storage.ts'

/**
 * Who is signed in to this browser. `failure` is set if the server couldn't be reached; `refreshUser` tries again.
 * `byLogout` is true if the user logged out in this tab.
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
 * Returns who is signed in. On the server and during hydration the state is `loading`, so that a page is the same for
 * everybody.
 */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, readSession, () => loading)
}

/** Like `useSession`, but for use outside of React: in event handlers and browser stores. */
export function readSession(): Session {
  return session
}

/**
 * Returns the id of the member who was last signed in on this page, even if the session has expired since. Returns null
 * after a logout.
 */
export function readLastMember(): string | null {
  return lastMember
}

/** Calls `listener` whenever the session changes. Returns a function that ends the subscription. */
export function onSessionChange(listener: (session: Session) => void): () => void {
  return subscribe(() => listener(session))
}

/** Sets the session and informs all listeners. Only session-lifecycle.ts and connect-session.ts may call it. */
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
