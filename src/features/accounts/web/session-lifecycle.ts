import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import type { Api } from '#client/api.ts'
import type { ApiError } from '#client/api-error.ts'
import { wrapBrowserTransport } from '#client/browser-transport.ts'
import { gatherReads } from '#client/gather-reads.ts'
import type { User } from '#features/accounts/contract.ts'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { writeStored } from './browser-storage.ts'
import { clearMemberData } from './clear-member-data.ts'
import { leaveClosedSite } from './closed-site.ts'
import { isSignInPath } from './go-to-sign-in.ts'
import { bindPendingAction, dropPendingAction } from './pending-action.ts'
import { readSession, setSession } from './session-store.ts'

/**
 * How old the response of GET /api/user may become, in ms. `protectedMs` applies when a page for members opens, and
 * `anywhereMs` after every navigation.
 */
export const userMaxAge = { anywhereMs: 5 * 60_000, protectedMs: 30_000 }

let context: { api: Api; queryClient: QueryClient } | undefined
let isAtSignIn = () => false
/** Whether the page is still the one that the server sent to everybody, which asks for all of a member's own at once. */
let isFirstPage = true
let gathering: ReturnType<typeof gatherReads> | undefined
let refreshedAt = 0
/** Increases whenever the session begins, is refreshed or ends. The response to an earlier request is then ignored. */
let epoch = 0
let pendingRefresh: Promise<void> | undefined

/**
 * Keeps the session of this tab up to date by requesting the user again when the last response is old. Further calls do
 * nothing.
 */
export function startLifecycle(router: AnyRouter): void {
  if (context) return
  context = router.options.context
  isAtSignIn = () => isSignInPath(router.state.location.pathname)
  router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return
    isFirstPage = false
    gathering?.stop()
  })
  router.subscribe('onResolved', () => refreshIfOlder(userMaxAge.anywhereMs))
  window.addEventListener('online', () => {
    if (readSession().state === 'loading') refreshUser()
  })
}

/**
 * Starts a session after a login. Removes `isLoggedIn` from local storage before it is set again, because other tabs
 * only notice changes. They notice this one even if another user was signed in before.
 */
export function beginSession(router: AnyRouter, user: User): void {
  startLifecycle(router)
  writeStored('isLoggedIn', null)
  setSignedIn(user)
}

function setSignedIn(user: User): void {
  // If another tab signed in and this tab is no longer on the login page, the user abandoned the pending action.
  if (!readSession().user && !isAtSignIn()) dropPendingAction()
  else bindPendingAction(user.id)
  epoch++
  pendingRefresh = undefined
  refreshedAt = Date.now()
  writeStored('hasAttemptedLogin', null)
  writeStored('isLoggedIn', 'true')
  if (isFirstPage) gatherOnce()
  setSession({ state: 'signedIn', user })
}

function gatherOnce(): void {
  isFirstPage = false
  wrapBrowserTransport((direct) => {
    gathering = gatherReads(direct)
    return gathering.send
  })
}

/** Ends the session: clears the user, flags and all personal data. On a closed site, loads the login page. */
export function endSession({ byLogout = false } = {}): void {
  const wasSignedIn = readSession().user
  epoch++
  pendingRefresh = undefined
  writeStored('hasAttemptedLogin', null)
  writeStored('isLoggedIn', null)
  gathering?.signOut()
  setSession({ state: 'signedOut', user: null, byLogout })
  if (wasSignedIn && context) clearMemberData(context.queryClient, wasSignedIn)
  leaveClosedSite({ leadsBack: !byLogout })
}

/**
 * Ends the session after a request has failed because nobody is signed in. `requestedAt` is the time when that request
 * was sent, in ms. Does nothing if the browser already knows that nobody is signed in, or if the session began or was
 * refreshed after that time.
 */
export function expireSession(requestedAt = Number.POSITIVE_INFINITY): void {
  const { state } = readSession()
  if (state === 'signedOut' || (state === 'signedIn' && requestedAt < refreshedAt)) return
  endSession()
  notify({ title: t('Session Expired'), text: t('Your session has expired. Please sign in again.'), isFailure: true })
}

/** Follows a login or logout in another tab. `hint` is the new value of `isLoggedIn`, which is null after a logout. */
export function followHint(hint: string | null): void {
  if (hint) refreshUser()
  else if (readSession().state !== 'signedOut') endSession()
}

/**
 * Asks the server who is signed in, and begins, refreshes or ends the session accordingly. Never rejects: after an
 * error other than 401, the session gets the error as `failure`, or stays as it is if a user is known.
 */
export function refreshUser(): Promise<void> {
  if (!context) return Promise.resolve()
  pendingRefresh ??= requestUser(context.api, epoch)
  return pendingRefresh
}

/** Requests the signed-in member again if the last response is at least `ageMs` old. Does nothing for visitors. */
export function refreshIfOlder(ageMs: number): void {
  if (readSession().user && Date.now() - refreshedAt >= ageMs) refreshUser()
}

async function requestUser(api: Api, requestEpoch: number): Promise<void> {
  if (!readSession().user) setSession({ state: 'loading', user: null })
  const result: unknown = await api('GET /api/user', { fresh: true }).catch((error: ApiError) => error)
  if (requestEpoch !== epoch) return
  pendingRefresh = undefined
  if (isUser(result)) setSignedIn(result)
  else if (!(result instanceof Error) || (result as ApiError).status === 401) endSession()
  else if (!readSession().user) setSession({ state: 'loading', user: null, failure: result })
}

/** Tells whether a response is a user. It must have id, username and email. */
function isUser(response: unknown): response is User {
  const { id, username, email } = Object(response)
  return [id, username, email].every((field) => typeof field === 'string' && field !== '')
}
