import { useSyncExternalStore } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { readStored } from './browser-storage.ts'

/**
 * Who is signed in here. `failure`: the server couldn't be reached; `refreshUser` tries again. `byLogout`: the user
 * logged out in this tab.
 */
export type Session =
  | { state: 'loading'; user: null; failure?: Error }
  | { state: 'signedIn'; user: User }
  | { state: 'signedOut'; user: null; byLogout?: boolean }

const loading: Session = { state: 'loading', user: null }
const listeners = new Set<() => void>()
let session: Session = loading
let lastMember: string | null = null

/** Who is signed in. `loading` on the server and while hydrating, so that a page is the same for everybody. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, readSession, () => loading)
}

/** Like `useSession`, outside of React: in event handlers and browser stores. */
export function readSession(): Session {
  return session
}

/** The id of the member who was last signed in on this page, even after the session expired. Null after a logout. */
export function readLastMember(): string | null {
  return lastMember
}

/** Calls `listener` on every change of the session. Returns a function that ends the subscription. */
export function onSessionChange(listener: (session: Session) => void): () => void {
  return subscribe(() => listener(session))
}

/** Sets the session and informs all listeners. Only for session-lifecycle.ts and connect-session.ts. */
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
