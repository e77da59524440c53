import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startCache } from '#test/fakes/cache.ts'
import { createCachePurge, textsKey } from './cache-purge.ts'
import { everything } from './platform/content-changes.ts'
import { surrogateKeys } from './platform/surrogate-keys.ts'

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

const open = () => createCachePurge({ url: `${cache.url}/`, token: 'a-token-of-16-letters', log })
const keysOf = (...keys: string[]) => surrogateKeys([...keys, textsKey]).split(' ')
const purged = () => cache.purges.map(({ keys }) => keys)
/** Lets the second purge begin, and waits until `count` purges have come. */
async function again(count: number) {
  vi.advanceTimersByTime(2_000)
  await vi.waitFor(() => expect(cache.purges).toHaveLength(count))
}

describe('the cache in front', () => {
  it('is told what changed at once, and once more two seconds later', async () => {
    await open().purge(['lists', 'user:ada'])
    expect(cache.purges).toEqual([{ keys: keysOf('lists', 'user:ada'), authorization: 'Bearer a-token-of-16-letters' }])
    await again(2)
    expect(purged()[1]).toEqual(keysOf('lists', 'user:ada'))
    vi.advanceTimersByTime(60_000)
    expect(cache.purges).toHaveLength(2)
    expect(log.warn).not.toHaveBeenCalled()
  })

  it('is asked until it confirms, and the log says so once', async () => {
    const purge = open()
    cache.respondWith(503)
    await purge.purge(['lists'])
    await again(2)
    cache.respondWith(200)
    // The failed answer has to arrive first.
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
    await again(3)
    expect(purged()).toEqual([keysOf('lists'), keysOf('lists'), keysOf('lists')])
    await vi.waitFor(() => expect(log.info).toHaveBeenCalledTimes(1))
    expect(log.warn).toHaveBeenCalledTimes(1)
  })

  it('is told once more what it did not drop at first, even if another purge brings it along', async () => {
    const purge = open()
    await purge.purge(['lists'])
    vi.advanceTimersByTime(1_900)
    cache.respondWith(503)
    await purge.purge(['id-1'])
    cache.respondWith(200)
    vi.advanceTimersByTime(100)
    await vi.waitFor(() => expect(log.info).toHaveBeenCalledTimes(1))
    expect(purged()[2]?.toSorted()).toEqual(keysOf('lists', 'id-1').toSorted())
    vi.advanceTimersByTime(2_000)
    await vi.waitFor(() => expect(cache.purges.length).toBeGreaterThan(3))
    expect(purged()[3]).toEqual(keysOf('id-1'))
  })

  it('drops everything when more changed than fits into a header', async () => {
    await open().purge(Array.from({ length: 201 }, (_, number) => `id-${number}`))
    expect(purged()).toEqual([keysOf(everything)])
  })

  it('is told before the end what was still scheduled', async () => {
    const purge = open()
    await purge.purge(['lists'])
    await purge.close()
    vi.advanceTimersByTime(60_000)
    expect(cache.purges).toHaveLength(2)
  })

  it('that never answers stops only the first write, and one try at a time goes on for all', async () => {
    const purge = open()
    cache.hang()
    await purge.purge(['lists'])
    await Promise.all(Array.from({ length: 50 }, (_, n) => purge.purge([`id-${n}`])))
    expect([cache.purges.length, vi.getTimerCount()]).toEqual([1, 1])
    cache.respondWith(200)
    await again(2)
    const all = keysOf('lists', ...Array.from({ length: 50 }, (_, n) => `id-${n}`))
    expect(purged()[1]).toEqual(all)
    await vi.waitFor(() => expect(log.info).toHaveBeenCalledTimes(1))
    await again(3)
    expect(purged()[2]).toEqual(all)
  })

  it('that can’t be reached stops nobody', async () => {
    const purge = createCachePurge({ url: 'http://127.0.0.1:1/', log })
    await purge.purge(['lists'])
    expect(log.warn).toHaveBeenCalledTimes(1)
    await purge.close()
  })
})

it('keys fit into a header whatever they hold', () => {
  expect(surrogateKeys(['user:Zoë 李 \r\n', 'lists'])).toMatch(/^[\w-]{10} [\w-]{10}$/)
  expect(surrogateKeys(['a'])).not.toBe(surrogateKeys(['b']))
})
