import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import type { User } from '#features/accounts/contract.ts'
import { notify } from '#ui/notice.tsx'
import type { Api } from '#web/api.ts'
import type { ApiError } from '#web/api-error.ts'
import { forgetMember } from './forget-member.ts'
import { keep } from './kept-values.ts'
import { readSession, setSession } from './session-store.ts'

/** How old the answer to "who is signed in" may be, in ms: anywhere, and on entering a protected page. */
export const userFresh = { anywhereMs: 5 * 60_000, protectedMs: 30_000 }

let app: { api: Api; queryClient: QueryClient } | undefined
let askedAt = 0
/** Every sign-in and sign-out counts one up: what was asked before says nothing about the time after. */
let epoch = 0
let asking: Promise<void> | undefined

/** Gives the session its life in this tab, once: from then on the user is asked for again as the answer grows old. */
export function liveSession(router: AnyRouter): void {
  if (app) return
  app = router.options.context
  router.subscribe('onResolved', () => refreshIfOlder(userFresh.anywhereMs))
  window.addEventListener('online', () => {
    if (readSession().state === 'loading') refreshUser()
  })
}

/** Someone has signed in here. Other tabs hear of it by the hint, also if somebody else was in before. */
export function beginSession(router: AnyRouter, user: User): void {
  liveSession(router)
  keep('isLoggedIn', null)
  enter(user)
}

function enter(user: User): void {
  epoch++
  asking = undefined
  askedAt = Date.now()
  keep('hasAttemptedLogin', null)
  keep('isLoggedIn', 'true')
  setSession({ state: 'in', user })
}

/** Nobody is signed in any more: user, flags and everything that belongs to a person go. */
export function endSession({ byLogout = false } = {}): void {
  const wasIn = readSession().user
  epoch++
  asking = undefined
  keep('hasAttemptedLogin', null)
  keep('isLoggedIn', null)
  setSession({ state: 'out', user: null, byLogout })
  if (wasIn && app) forgetMember(app.queryClient)
}

/** A request met an ended session. Who is known to be signed out has heard of it before. */
export function expireSession(): void {
  if (readSession().state === 'out') return
  endSession()
  notify({ title: 'Session Expired', text: 'Your session has expired. Please sign in again.', failed: true })
}

/** Another tab has signed in (the hint's new value) or out (null). */
export function followHint(hint: string | null): void {
  if (hint) refreshUser()
  else if (readSession().state !== 'out') endSession()
}

/** Asks the server who is signed in. Never fails: what went wrong stands in the session. */
export function refreshUser(): Promise<void> {
  if (!app) return Promise.resolve()
  asking ??= ask(app.api, epoch)
  return asking
}

/** Asks again about the member who is known, if that answer is as old as this, in ms. Visitors are not asked about. */
export function refreshIfOlder(ageMs: number): void {
  if (readSession().user && Date.now() - askedAt >= ageMs) refreshUser()
}

async function ask(api: Api, begun: number): Promise<void> {
  if (!readSession().user) setSession({ state: 'loading', user: null })
  const answer: unknown = await api('GET /api/user', { fresh: true }).catch((error: ApiError) => error)
  if (begun !== epoch) return
  asking = undefined
  if (isUser(answer)) enter(answer)
  else if (!(answer instanceof Error) || (answer as ApiError).status === 401) endSession()
  else if (!readSession().user) setSession({ state: 'loading', user: null, failure: answer })
}

/** A response counts as a user only if it has id, username and email. */
function isUser(answer: unknown): answer is User {
  const { id, username, email } = Object(answer)
  return [id, username, email].every((field) => typeof field === 'string' && field !== '')
}
