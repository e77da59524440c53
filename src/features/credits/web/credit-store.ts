import { useSyncExternalStore } from 'react'
import { type CreditTabs, joinCreditTabs } from './credit-tabs.ts'

/**
 * The known credits and how to show them. `isUpdating` is true during a request; `pulse` is the animation after a
 * change.
 */
export type CreditState = { credits: number | null; isUpdating: boolean; pulse: 'none' | 'short' | 'long' }

/**
 * The `detail` of the window event `creditUpdate`, which publishes a balance. `forced` means that the change follows the
 * user's own action. `source` (unused here) names the cause.
 */
export type CreditUpdate = { credits: number; forced?: boolean; source?: string }

/**
 * Times in ms. `debounce` is how long to wait for further balances before showing one, `throttle` the shortest time
 * between two requests.
 */
export const creditTimes = {
  debounce: 100,
  pulse: { short: 400, long: 800 },
  refresh: 60_000,
  backOffStep: 5_000,
  throttle: 1_000,
} as const

/**
 * After this many failures in a row, the regular refresh stops, and single attempts follow at growing intervals.
 */
export const failureLimit = 3

/** Requests the credits. `fresh` bypasses all caches. */
type FetchCredits = (options: { fresh: boolean }) => Promise<{ credits: number }>

const unknown: CreditState = { credits: null, isUpdating: false, pulse: 'none' }
const listeners = new Set<() => void>()
let state = unknown
let fetchCredits: FetchCredits | null = null
let pendingRequest: Promise<void> | null = null
let requestedAt = Number.NEGATIVE_INFINITY
let failures = 0
/** Increases with every balance received. A late response to a request from before the last increase is ignored. */
let epoch = 0
let tabs: CreditTabs | null = null
let refreshTimer: ReturnType<typeof setTimeout> | undefined
let debounceTimer: ReturnType<typeof setTimeout> | undefined
let pulseTimer: ReturnType<typeof setTimeout> | undefined

function set(change: Partial<CreditState>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

/** Calls `listener` on every change. Returns a function that ends the subscription. */
export function subscribeCredits(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the signed-in user's credits, which all components share. */
export function useCredits(): CreditState {
  return useSyncExternalStore(subscribeCredits, readCredits, () => unknown)
}

/** Returns what `useCredits` returns, for code outside React. */
export function readCredits(): CreditState {
  return state
}

/** Publishes a balance from the server to all components through a window event, which other scripts may send too. */
export function announceCredits(update: CreditUpdate): void {
  window.dispatchEvent(new CustomEvent<CreditUpdate>('creditUpdate', { detail: update }))
}

function applyUpdate({ credits, forced = false }: CreditUpdate, { isNotified = false } = {}): void {
  epoch++
  clearTimeout(debounceTimer)
  if (state.credits === null) {
    set({ credits })
    return
  }
  // Balances that arrive at almost the same time count as one change.
  debounceTimer = setTimeout(() => showBalance(credits, forced, isNotified), creditTimes.debounce)
}

/** `isNotified` means that another tab reported the change, so this tab doesn't report it back. */
function showBalance(credits: number, forced: boolean, isNotified: boolean): void {
  if (credits === state.credits) return
  if (!isNotified) tabs?.notify()
  const pulse = forced ? 'long' : 'short'
  clearTimeout(pulseTimer)
  pulseTimer = setTimeout(() => set({ pulse: 'none' }), creditTimes.pulse[pulse])
  set({ credits, pulse })
}

/**
 * Requests the credits, if somebody is signed in. Unless `forced`, sends at most one request a second, and a call during
 * a request shares its response. Rejects if the request fails. `isNotified` means that another tab reported the
 * change.
 */
export function refreshCredits({ forced = false, isNotified = false } = {}): Promise<void> {
  if (!fetchCredits) return Promise.resolve()
  if (pendingRequest && !forced) return pendingRequest
  if (!forced && Date.now() - requestedAt < creditTimes.throttle) return Promise.resolve()
  requestedAt = Date.now()
  const request = requestCredits(fetchCredits, { forced, isNotified }).finally(() => {
    if (pendingRequest !== request) return
    pendingRequest = null
    set({ isUpdating: false })
  })
  pendingRequest = request
  set({ isUpdating: true })
  return request
}

async function requestCredits(
  fetcher: FetchCredits,
  { forced, isNotified }: { forced: boolean; isNotified: boolean },
): Promise<void> {
  const requestEpoch = epoch
  try {
    const { credits } = await fetcher({ fresh: forced })
    if (fetchCredits !== fetcher) return
    failures = 0
    if (requestEpoch === epoch) applyUpdate({ credits, forced }, { isNotified })
  } catch (error) {
    if (fetchCredits !== fetcher) return
    failures++
    throw error
  } finally {
    if (fetchCredits === fetcher) schedule()
  }
}

/**
 * Schedules the next refresh in 60 s. After three failures in a row, the wait is 15 s, and 5 s longer after each
 * further failure, up to 60 s.
 */
function schedule(): void {
  clearTimeout(refreshTimer)
  const wait =
    failures < failureLimit ? creditTimes.refresh : Math.min(creditTimes.backOffStep * failures, creditTimes.refresh)
  refreshTimer = setTimeout(() => refreshInBackground(), wait)
}

/** Does the same as `refreshCredits`, but logs failures instead of rejecting. */
export function refreshInBackground(options: Parameters<typeof refreshCredits>[0] = {}): void {
  refreshCredits(options).catch((error: unknown) => console.warn('The credits could not be loaded.', error))
}

function onUpdate(event: Event): void {
  // Any script may send this event, with any content.
  const { credits, forced }: Partial<CreditUpdate> = Object((event as CustomEvent<unknown>).detail)
  if (credits !== undefined && Number.isInteger(credits)) applyUpdate({ credits, forced: forced === true })
}

/** Starts tracking the credits of a user who signed in: requests them immediately, and again every minute. */
export function startCredits(fetcher: FetchCredits): void {
  stopCredits()
  fetchCredits = fetcher
  tabs = joinCreditTabs(() => refreshInBackground({ forced: true, isNotified: true }))
  window.addEventListener('creditUpdate', onUpdate)
  refreshInBackground()
}

/** Stops tracking after the session has ended. Clears the credits and sends no requests until `startCredits`. */
export function stopCredits(): void {
  for (const timer of [refreshTimer, debounceTimer, pulseTimer]) clearTimeout(timer)
  window.removeEventListener('creditUpdate', onUpdate)
  tabs?.close()
  tabs = null
  fetchCredits = null
  pendingRequest = null
  requestedAt = Number.NEGATIVE_INFINITY
  failures = 0
  epoch++
  set(unknown)
}
