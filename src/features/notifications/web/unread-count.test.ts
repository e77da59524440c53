import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Api } from '#client/api.ts'
import { countIntervalMs } from '../rules.ts'

const me = 'a1'
let stored: Map<string, string>
let requests: PromiseWithResolvers<{ unread: number }>[]
/** Whether a request accepted a response from a cache, which would have the former number. */
let fromCache: boolean
const api = ((_: string, { fresh }: { fresh?: boolean } = {}) => {
  fromCache ||= fresh !== true
  const request = Promise.withResolvers<{ unread: number }>()
  requests.push(request)
  return request.promise
}) as unknown as Api

beforeEach(() => {
  vi.useFakeTimers()
  stored = new Map()
  requests = []
  fromCache = false
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  expect(fromCache).toBe(false)
})

/** Opens a page, which requests the number if that is due. Returns a function that leaves the page. */
async function openPage(): Promise<() => void> {
  vi.resetModules()
  const { connectUnread } = await import('./unread-count.ts')
  const leave = connectUnread(api, me, {
    isHidden: () => false,
    now: () => Date.now(),
    exclusively: (work) => work(),
  })
  await vi.advanceTimersByTimeAsync(0)
  return leave
}

const storedNumber = () => JSON.parse([...stored.values()][0] ?? 'null')?.unread

it('pages share a number for a minute', async () => {
  const leave = await openPage()
  requests[0]?.resolve({ unread: 3 })
  await vi.advanceTimersByTimeAsync(countIntervalMs - 1000)
  leave()
  const leaveSecond = await openPage()
  expect([requests.length, storedNumber()]).toEqual([1, 3])
  await vi.advanceTimersByTimeAsync(4000)
  expect(requests).toHaveLength(2)
  leaveSecond()
})

it('a page that is left before the response doesn’t keep the next page from sending a request soon', async () => {
  const leave = await openPage()
  leave()
  const leaveSecond = await openPage()
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(8000)
  expect(requests).toHaveLength(2)
  requests[1]?.resolve({ unread: 3 })
  await vi.advanceTimersByTimeAsync(0)
  expect(storedNumber()).toBe(3)
  leaveSecond()
})

it('a failed request keeps the former number, and is repeated after a minute', async () => {
  stored.set('unread_notifications', JSON.stringify({ userId: me, unread: 2, requestedAt: 0 }))
  const leave = await openPage()
  requests[0]?.reject(new Error('offline'))
  await vi.advanceTimersByTimeAsync(countIntervalMs - 1000)
  expect([requests.length, storedNumber()]).toEqual([1, 2])
  await vi.advanceTimersByTimeAsync(4000)
  expect(requests).toHaveLength(2)
  leave()
})

it('a failed request keeps a number that changed meanwhile', async () => {
  stored.set('unread_notifications', JSON.stringify({ userId: me, unread: 2, requestedAt: 0 }))
  const leave = await openPage()
  const { updateUnread } = await import('./unread-count.ts')
  const update = updateUnread(api)
  requests[1]?.resolve({ unread: 0 })
  await update
  requests[0]?.reject(new Error('offline'))
  await vi.advanceTimersByTimeAsync(0)
  expect(storedNumber()).toBe(0)
  leave()
})

it('a number requested before the member marked notifications doesn’t replace the one requested afterwards', async () => {
  stored.set('unread_notifications', JSON.stringify({ userId: me, unread: 5, requestedAt: 0 }))
  const leave = await openPage()
  const { updateUnread } = await import('./unread-count.ts')
  const update = updateUnread(api)
  requests[1]?.resolve({ unread: 0 })
  await update
  requests[0]?.resolve({ unread: 5 })
  await vi.advanceTimersByTimeAsync(0)
  expect(storedNumber()).toBe(0)
  leave()
})

it('of two numbers requested after marking, the one requested later is shown, whichever arrives first', async () => {
  stored.set('unread_notifications', JSON.stringify({ userId: me, unread: 5, requestedAt: Date.now() }))
  const leave = await openPage()
  const { updateUnread } = await import('./unread-count.ts')
  const updates = [updateUnread(api), updateUnread(api)]
  requests[1]?.resolve({ unread: 3 })
  requests[0]?.resolve({ unread: 4 })
  await Promise.all(updates)
  expect(storedNumber()).toBe(3)
  leave()
})

it('after the member has marked notifications, all tabs show the server’s number, or the former one after a failure', async () => {
  stored.set('unread_notifications', JSON.stringify({ userId: me, unread: 5, requestedAt: Date.now() }))
  const leave = await openPage()
  const { updateUnread } = await import('./unread-count.ts')
  for (const settle of [() => requests[0]?.resolve({ unread: 3 }), () => requests[1]?.reject(new Error('offline'))]) {
    const update = updateUnread(api)
    settle()
    await update
    expect(storedNumber()).toBe(3)
  }
  leave()
})
