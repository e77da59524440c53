import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Api } from '#client/api.ts'
import type { User } from '#features/accounts/contract.ts'
import { setSession } from '#features/accounts/web/session-store.ts'
import { connectCredits } from './connect-credits.ts'
import { readCredits } from './credit-store.ts'

const request = vi.fn()
let disconnect = () => {}
/** Several times the interval of the regular refresh, which is a minute, in ms. */
const severalRefreshesMs = 300_000
const userOf = (id: string, credits = 30): User => ({
  id,
  username: id,
  email: `${id}@example.org`,
  credits,
  role: 'user',
  emailVerified: true,
  createdAt: '2026-11-20T12:00:00.000Z',
  language: null,
  hasGroups: false,
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('document', { documentElement: { toggleAttribute: () => true } })
  request.mockReset().mockResolvedValue({ credits: 30 })
  setSession({ state: 'loading', user: null })
  disconnect = connectCredits(request as unknown as Api)
})
afterEach(() => {
  disconnect()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('no credits are requested for visitors', async () => {
  setSession({ state: 'signedOut', user: null })
  await vi.advanceTimersByTimeAsync(severalRefreshesMs)
  expect(request).not.toHaveBeenCalled()
})

it('credits are requested at login, follow the balance in later responses, and are cleared at logout', async () => {
  setSession({ state: 'signedIn', user: userOf('marta') })
  await vi.advanceTimersByTimeAsync(0)
  expect(request).toHaveBeenCalledTimes(1)
  expect(readCredits().credits).toBe(30)

  setSession({ state: 'signedIn', user: userOf('marta', 12) })
  await vi.advanceTimersByTimeAsync(100)
  expect(request).toHaveBeenCalledTimes(1)
  expect(readCredits().credits).toBe(12)

  setSession({ state: 'signedOut', user: null })
  expect(readCredits().credits).toBeNull()
  await vi.advanceTimersByTimeAsync(severalRefreshesMs)
  expect(request).toHaveBeenCalledTimes(1)
})

it('credits are requested again for another member', async () => {
  setSession({ state: 'signedIn', user: userOf('marta') })
  await vi.advanceTimersByTimeAsync(0)
  request.mockResolvedValue({ credits: 7 })
  setSession({ state: 'signedIn', user: userOf('other', 7) })
  await vi.advanceTimersByTimeAsync(0)
  expect(readCredits().credits).toBe(7)
})
