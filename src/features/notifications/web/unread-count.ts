import { useSyncExternalStore } from 'react'
import type { Api } from '#client/api.ts'
import { countIntervalMs } from '#features/notifications/rules.ts'

/** The storage key of the number that all tabs share, with the time of its request in ms. Logging out removes it. */
const storageKey = 'unread_notifications'
type SharedCount = { userId: string; unread: number; requestedAt: number }

/**
 * The longest random delay, in ms. In browsers without Web Locks, it lets one tab request the number for the others.
 */
const jitterMs = 2000
/** If leaving the page interrupts a request, another one is sent after this time, in ms. */
const interruptionRetryMs = 5000

/** The number that this tab shows. Null until one is known. */
let shared: SharedCount | null = null
const listeners = new Set<() => void>()
/** The number of the latest call of `updateUnread`. */
let lastUpdate = 0

/** What this module needs from the browser. Tests replace it. */
type Browser = {
  isHidden: () => boolean
  now: () => number
  /** Runs `work` unless another tab is running it. */
  exclusively: (work: () => Promise<void>) => Promise<void>
}

const thisBrowser: Browser = {
  isHidden: () => document.hidden,
  now: () => Date.now(),
  exclusively: async (work) => {
    if (!navigator.locks) return work()
    await navigator.locks.request(storageKey, { ifAvailable: true }, (lock) => (lock ? work() : undefined))
  },
}

/**
 * Keeps the number of unread notifications up to date. One tab sends a request for all tabs, at most once a minute, and
 * none does while all tabs are hidden. Returns a function that stops these requests.
 */
export function connectUnread(api: Api, userId: string, browser: Browser = thisBrowser): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  async function refresh() {
    clearTimeout(timer)
    if (browser.isHidden()) return
    await browser.exclusively(async () => {
      receive(readShared(), userId)
      if (shared && browser.now() - shared.requestedAt < countIntervalMs) return
      const known = () => shared?.unread ?? 0
      // Shared before the response arrives, so that the other tabs don't send a request too. If the page is left
      // before that, the next page sends another one soon.
      share({ userId, unread: known(), requestedAt: browser.now() - countIntervalMs + interruptionRetryMs })
      const update = lastUpdate
      // The number is only requested in the background, so failures are ignored. The next attempt is in a minute.
      const response = await api('GET /api/notifications/count', { fresh: true }).catch(() => null)
      if (isStopped) return
      // A number from before notifications were marked is out of date.
      const unread = response && update === lastUpdate ? response.unread : known()
      share({ userId, unread, requestedAt: browser.now() })
    })
    if (isStopped) return
    clearTimeout(timer)
    const remainingMs = countIntervalMs - (browser.now() - (shared?.requestedAt ?? 0))
    timer = setTimeout(refresh, Math.max(1000, remainingMs) + Math.random() * jitterMs)
  }

  const onStorage = ({ key }: StorageEvent) => {
    if (key === storageKey) receive(readShared(), userId)
  }
  receive(readShared(), userId)
  window.addEventListener('storage', onStorage)
  document.addEventListener('visibilitychange', refresh)
  void refresh()
  return () => {
    isStopped = true
    clearTimeout(timer)
    window.removeEventListener('storage', onStorage)
    document.removeEventListener('visibilitychange', refresh)
  }
}

/**
 * Requests the number after the member has marked notifications, and shares it with all tabs. It can't be calculated,
 * because the server may leave a notification as it is, and pages that aren't shown may have unread ones.
 */
export async function updateUnread(api: Api): Promise<void> {
  const update = ++lastUpdate
  const userId = shared?.userId
  const response = await api('GET /api/notifications/count', { fresh: true }).catch(() => null)
  // An earlier response may arrive after a later one, or after another member has signed in.
  if (response && update === lastUpdate && shared?.userId === userId && shared)
    share({ ...shared, unread: response.unread })
}

/** Returns the number of unread notifications, which is 0 until it is known. */
export function useUnread(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shared?.unread ?? 0,
    () => 0,
  )
}

/** Shows a number that a tab shared, or 0 if it belongs to another member or there is none. */
function receive(received: SharedCount | null, userId: string) {
  shared = received?.userId === userId ? received : null
  for (const listener of listeners) listener()
}

/** Shares a number with all tabs, and shows it in this one. */
function share(next: SharedCount) {
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // Storage is full or blocked, so this tab doesn't share its number.
  }
  receive(next, next.userId)
}

/** Returns the number that the tabs share, or without storage this tab's own. Null if there is none. */
function readShared(): SharedCount | null {
  try {
    const { userId, unread, requestedAt } = Object(JSON.parse(localStorage.getItem(storageKey) ?? 'null'))
    if (typeof userId !== 'string' || typeof unread !== 'number' || typeof requestedAt !== 'number') return null
    // If the clock was set back, the number is requested now instead of after `requestedAt` has passed again.
    return { userId, unread, requestedAt: requestedAt > Date.now() + countIntervalMs ? 0 : requestedAt }
  } catch {
    return shared
  }
}
