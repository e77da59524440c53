import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { announceCredits, readCredits, refreshCredits, startCredits, stopCredits } from './credit-store.ts'
import { joinCreditTabs } from './credit-tabs.ts'

/** The open channels of this browser. A message reaches all of them except its sender. */
let channels: FakeChannel[]
class FakeChannel {
  onmessage: (() => void) | null = null
  constructor() {
    channels.push(this)
  }
  postMessage() {
    for (const channel of channels) if (channel !== this) channel.onmessage?.()
  }
  close() {
    channels = channels.filter((channel) => channel !== this)
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const fetchCredits = vi.fn<(options: { fresh: boolean }) => Promise<{ credits: number }>>()
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  channels = []
  page.visibilityState = 'visible'
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', page)
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  fetchCredits.mockReset().mockResolvedValue({ credits: 30 })
})
afterEach(() => {
  stopCredits()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function startWithOtherTab() {
  startCredits(fetchCredits)
  await advance(0)
  const notified = vi.fn()
  return { notified, other: joinCreditTabs(notified) }
}

it('spending in this tab notifies the other tabs once', async () => {
  const { notified } = await startWithOtherTab()
  announceCredits({ credits: 28, forced: true })
  await advance(1_000)
  announceCredits({ credits: 28 })
  await advance(1_000)
  expect(notified).toHaveBeenCalledTimes(1)
})

it('a notified tab asks the server, bypassing all caches, and notifies no other tab', async () => {
  const { notified, other } = await startWithOtherTab()
  fetchCredits.mockResolvedValue({ credits: 12 })
  other.notify()
  await advance(100)
  expect(fetchCredits).toHaveBeenLastCalledWith({ fresh: true })
  expect(readCredits().credits).toBe(12)
  expect(notified).not.toHaveBeenCalled()
})

it('a changed balance in a response notifies the other tabs too', async () => {
  const { notified } = await startWithOtherTab()
  fetchCredits.mockResolvedValue({ credits: 5 })
  await refreshCredits({ forced: true })
  await advance(100)
  expect(notified).toHaveBeenCalledTimes(1)
})

it('a notified hidden tab asks the server once, when it becomes visible', async () => {
  const { other } = await startWithOtherTab()
  page.visibilityState = 'hidden'
  other.notify()
  other.notify()
  await advance(100)
  expect(fetchCredits).toHaveBeenCalledTimes(1)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  page.dispatchEvent(new Event('visibilitychange'))
  await advance(100)
  expect(fetchCredits).toHaveBeenCalledTimes(2)
})

it('a tab leaves the channel when the session ends', async () => {
  const { other } = await startWithOtherTab()
  stopCredits()
  other.notify()
  await advance(100)
  expect(fetchCredits).toHaveBeenCalledTimes(1)
})

it('credits work without channels', async () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  startCredits(fetchCredits)
  await advance(0)
  announceCredits({ credits: 3 })
  await advance(100)
  expect(readCredits().credits).toBe(3)
})
