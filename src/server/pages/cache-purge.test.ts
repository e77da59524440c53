import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { everything } from '#platform/database/content-changes.ts'
import { surrogateKeys } from '#platform/surrogate-keys.ts'
import { startCache } from '#test/fakes/cache.ts'
import { createCachePurge, textsKey } from './cache-purge.ts'

let cache: Awaited<ReturnType<typeof startCache>>
const log = { warn: vi.fn(), info: vi.fn() }
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  log.warn.mockClear()
  log.info.mockClear()
  cache = await startCache(() => 'http://127.0.0.1:1')
})
afterEach(async () => {
  vi.useRealTimers()
  await cache.close()
})

const createPurge = () => createCachePurge({ url: `${cache.url}/`, token: 'the-token-of-a-cache', log })
const keysOf = (...keys: string[]) => surrogateKeys([...keys, textsKey]).split(' ')
const purgedKeys = () => cache.purges.map(({ keys }) => keys)
/** Runs the purge that is due after two seconds, and waits until the cache has received `count` purges. */
async function runScheduled(count: number) {
  vi.advanceTimersByTime(2_000)
  await expect.poll(() => cache.purges).toHaveLength(count)
}

describe('the cache in front of the site', () => {
  it('receives a purge of the changed keys immediately and again after two seconds', async () => {
    await createPurge().purge(['lists', 'user:ada'])
    expect(cache.purges).toEqual([{ keys: keysOf('lists', 'user:ada'), authorization: 'Bearer the-token-of-a-cache' }])
    await runScheduled(2)
    expect(purgedKeys()[1]).toEqual(keysOf('lists', 'user:ada'))
    vi.advanceTimersByTime(60_000)
    expect(cache.purges).toHaveLength(2)
    expect(log.warn).not.toHaveBeenCalled()
  })

  it('receives a failed purge again, and the failure is logged once', async () => {
    const purge = createPurge()
    cache.respondWith(503)
    await purge.purge(['lists'])
    await runScheduled(2)
    cache.respondWith(200)
    // The retry is scheduled only after the failed response has arrived.
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0)
    await runScheduled(3)
    expect(purgedKeys()).toEqual([keysOf('lists'), keysOf('lists'), keysOf('lists')])
    await expect.poll(() => log.info.mock.calls).toHaveLength(1)
    expect(log.warn).toHaveBeenCalledTimes(1)
  })

  it('receives keys again if their first purge failed: with the next purge, and once more two seconds later', async () => {
    const purge = createPurge()
    await purge.purge(['lists'])
    vi.advanceTimersByTime(1_900)
    cache.respondWith(503)
    await purge.purge(['id-1'])
    cache.respondWith(200)
    vi.advanceTimersByTime(100)
    await expect.poll(() => log.info.mock.calls).toHaveLength(1)
    expect(purgedKeys()[2]?.toSorted()).toEqual(keysOf('lists', 'id-1').toSorted())
    vi.advanceTimersByTime(2_000)
    await expect.poll(() => cache.purges.length).toBeGreaterThan(3)
    expect(purgedKeys()[3]).toEqual(keysOf('id-1'))
  })

  it('receives a purge of everything if more keys changed than fit into a header', async () => {
    await createPurge().purge(Array.from({ length: 201 }, (_, number) => `id-${number}`))
    expect(purgedKeys()).toEqual([keysOf(everything)])
  })

  it('receives the scheduled purges when the server stops', async () => {
    const purge = createPurge()
    await purge.purge(['lists'])
    await purge.close()
    vi.advanceTimersByTime(60_000)
    expect(cache.purges).toHaveLength(2)
  })

  it('that doesn’t respond delays only the first write, and later receives one request for all keys', async () => {
    const purge = createPurge()
    cache.hang()
    await purge.purge(['lists'])
    await Promise.all(Array.from({ length: 50 }, (_, n) => purge.purge([`id-${n}`])))
    expect([cache.purges.length, vi.getTimerCount()]).toEqual([1, 1])
    cache.respondWith(200)
    await runScheduled(2)
    const all = keysOf('lists', ...Array.from({ length: 50 }, (_, n) => `id-${n}`))
    expect(purgedKeys()[1]).toEqual(all)
    await expect.poll(() => log.info.mock.calls).toHaveLength(1)
    await runScheduled(3)
    expect(purgedKeys()[2]).toEqual(all)
  })

  it('that redirects is named in the log with the status', async () => {
    cache.respondWith(301)
    await createPurge().purge(['lists'])
    expect(log.warn).toHaveBeenCalledWith({ error: 'The cache returned 301.' }, expect.anything())
  })

  it('that can’t be reached doesn’t make a write fail', async () => {
    const purge = createCachePurge({ url: 'http://127.0.0.1:1/', log })
    await purge.purge(['lists'])
    expect(log.warn).toHaveBeenCalledTimes(1)
    await purge.close()
  })
})

it('any characters in a key are made safe for a header', () => {
  expect(surrogateKeys(['user:Zoë 李 \r\n', 'lists'])).toMatch(/^[\w-]{10} [\w-]{10}$/)
  expect(surrogateKeys(['a'])).not.toBe(surrogateKeys(['b']))
})
