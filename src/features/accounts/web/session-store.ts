import { useSyncExternalStore } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { kept } from './kept-values.ts'

/** Who uses this browser. `failure`: it could not be asked; `refreshUser` tries again. `byLogout`: left on purpose, here. */
export type Session =
  | { state: 'loading'; user: null; failure?: Error }
  | { state: 'in'; user: User }
  | { state: 'out'; user: null; byLogout?: boolean }

const loading: Session = { state: 'loading', user: null }
const listeners = new Set<() => void>()
let session: Session = loading

/** Who is signed in. On the server and while hydrating it is `loading`, so that a page is the same for everybody. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, readSession, () => loading)
}

/** The same outside of React: in event handlers and other stores of the browser. */
export function readSession(): Session {
  return session
}

/** Calls back on every change of the session; gives the function that ends it. */
export function onSessionChange(listener: (session: Session) => void): () => void {
  return subscribe(() => listener(session))
}

/** Only session-life.ts and the start of the app say who is there. */
export function setSession(next: Session): void {
  session = next
  const mayBeIn = next.state === 'in' || (next.state === 'loading' && kept('isLoggedIn') !== null)
  document.documentElement.toggleAttribute('data-member', mayBeIn)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
