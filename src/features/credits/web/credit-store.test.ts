import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  announceCredits,
  creditTimes,
  readCredits,
  refreshCredits,
  refreshInBackground,
  startCredits,
  stopCredits,
  subscribeCredits,
} from './credit-store.ts'

const second = 1_000
const fetchCredits = vi.fn<(options: { fresh: boolean }) => Promise<{ credits: number }>>()
const warn = vi.fn()
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** Advances the clock and returns how many requests were made. */
async function countRequestsWithin(ms: number): Promise<number> {
  const before = fetchCredits.mock.calls.length
  await advance(ms)
  return fetchCredits.mock.calls.length - before
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('console', { ...console, warn })
  fetchCredits.mockReset().mockResolvedValue({ credits: 30 })
  warn.mockReset()
})
afterEach(() => {
  stopCredits()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function start() {
  startCredits(fetchCredits)
  await advance(0)
}

describe('the first request', () => {
  it('happens at login, and there is no number until it ends', async () => {
    startCredits(fetchCredits)
    expect(readCredits()).toEqual({ credits: null, isUpdating: true, pulse: 'none' })
    await advance(0)
    expect(readCredits()).toEqual({ credits: 30, isUpdating: false, pulse: 'none' })
  })

  it('is shared by all components that need the credits', async () => {
    startCredits(fetchCredits)
    await Promise.all([refreshCredits(), refreshCredits(), refreshCredits()])
    expect(fetchCredits).toHaveBeenCalledTimes(1)
  })
})

describe('a change', () => {
  it('announced by the window event is shown after 100 ms and pulses; several in a row are shown as one', async () => {
    await start()
    const listener = vi.fn()
    const unsubscribe = subscribeCredits(listener)
    for (const credits of [29, 28, 27]) announceCredits({ credits })
    await advance(creditTimes.debounce - 1)
    expect(listener).not.toHaveBeenCalled()
    await advance(1)
    expect(listener).toHaveBeenCalledTimes(1)
    expect(readCredits()).toMatchObject({ credits: 27, pulse: 'short' })
    await advance(creditTimes.pulse.short)
    expect(readCredits().pulse).toBe('none')
    unsubscribe()
  })

  it('that follows the user’s own action pulses for 800 ms', async () => {
    await start()
    announceCredits({ credits: 29, forced: true, source: 'ai-service' })
    await advance(creditTimes.debounce)
    expect(readCredits()).toMatchObject({ credits: 29, pulse: 'long' })
    await advance(799)
    expect(readCredits().pulse).toBe('long')
    await advance(1)
    expect(readCredits().pulse).toBe('none')
  })

  it('to the same number does not pulse', async () => {
    await start()
    announceCredits({ credits: 30, forced: true })
    await advance(creditTimes.debounce)
    expect(readCredits().pulse).toBe('none')
  })

  it('is not undone by a response to an older request', async () => {
    await start()
    let respond = (_: { credits: number }) => {}
    fetchCredits.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)))
    const refresh = refreshCredits({ forced: true })
    announceCredits({ credits: 25 })
    respond({ credits: 30 })
    await refresh
    await advance(creditTimes.debounce)
    expect(readCredits().credits).toBe(25)
  })
})

describe('the window event', () => {
  it('changes nothing if it contains no number', async () => {
    await start()
    window.dispatchEvent(new CustomEvent('creditUpdate', { detail: { credits: 'many' } }))
    await advance(second)
    expect(readCredits().credits).toBe(30)
  })

  it.each([null, undefined, 25, 'text'])('changes nothing and throws nothing if its detail is %j', async (detail) => {
    await start()
    // Node reports an error that a listener throws as an uncaught exception.
    const thrown = vi.fn()
    process.on('uncaughtException', thrown)
    window.dispatchEvent(new CustomEvent('creditUpdate', { detail }))
    await advance(second)
    process.off('uncaughtException', thrown)
    expect(readCredits().credits).toBe(30)
    expect(thrown).not.toHaveBeenCalled()
  })
})

describe('the refresh', () => {
  it('happens every 60 s', async () => {
    await start()
    expect(await countRequestsWithin(60 * second - 1)).toBe(0)
    expect(await countRequestsWithin(1)).toBe(1)
    expect(await countRequestsWithin(60 * second)).toBe(1)
  })

  it('happens at most once a second, unless it is forced', async () => {
    await start()
    await refreshCredits()
    expect(fetchCredits).toHaveBeenCalledTimes(1)
    await refreshCredits({ forced: true })
    expect(fetchCredits).toHaveBeenLastCalledWith({ fresh: true })
    expect(fetchCredits).toHaveBeenCalledTimes(2)
    await advance(creditTimes.throttle)
    await refreshCredits()
    expect(fetchCredits).toHaveBeenCalledTimes(3)
  })

  it('stops after three failures; single attempts follow after 15, 20, … 60 s until one succeeds', async () => {
    await start()
    fetchCredits.mockRejectedValue(new Error('away'))
    expect(await countRequestsWithin(180 * second)).toBe(3)
    for (const seconds of [15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 60]) {
      expect([seconds, await countRequestsWithin(seconds * second - 1)]).toEqual([seconds, 0])
      expect([seconds, await countRequestsWithin(1)]).toEqual([seconds, 1])
    }
    expect(warn).toHaveBeenCalledTimes(14)
    expect(readCredits().credits).toBe(30)
    fetchCredits.mockResolvedValue({ credits: 29 })
    await advance(60 * second)
    await advance(creditTimes.debounce)
    expect(readCredits().credits).toBe(29)
    expect(await countRequestsWithin(60 * second - creditTimes.debounce - 1)).toBe(0)
    expect(await countRequestsWithin(1)).toBe(1)
  })

  it('rejects if it fails, but in the background only logs the failure', async () => {
    await start()
    fetchCredits.mockRejectedValue(new Error('away'))
    await expect(refreshCredits({ forced: true })).rejects.toThrow('away')
    expect(warn).not.toHaveBeenCalled()
    await advance(second)
    refreshInBackground()
    await advance(0)
    expect(warn).toHaveBeenCalledTimes(1)
  })
})

describe('the end of a session', () => {
  it('clears the credits and stops requests, even while one is running', async () => {
    await start()
    let respond = (_: { credits: number }) => {}
    fetchCredits.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)))
    const refresh = refreshCredits({ forced: true })
    stopCredits()
    respond({ credits: 12 })
    await refresh
    announceCredits({ credits: 11 })
    expect(await countRequestsWithin(300 * second)).toBe(0)
    expect(readCredits()).toEqual({ credits: null, isUpdating: false, pulse: 'none' })
  })
})
