import { describe, expect, it } from 'vitest'
import { type Computed, createAnswerCache } from './answer-cache.ts'
import { everything } from './database/content-changes.ts'

const answer = (text: string, ...keys: string[]): Computed => ({ text, content: new Set(keys) })

function createCache({ maxBytes = 1_000_000 } = {}) {
  let time = 0
  let computations = 0
  const cache = createAnswerCache({ maxBytes, freshMs: 60_000, now: () => time })
  const read = async (
    key: string,
    computed: Computed | null = answer('a', 'lists'),
    wanted: 'recent' | 'current' = 'recent',
  ) =>
    (
      await cache.findOrMake(key, wanted, async () => {
        computations++
        return computed
      })
    )?.text
  return { cache, read, wait: (ms: number) => (time += ms), count: () => computations }
}

/** A computation that ends when the test says so. */
function createSlow() {
  let end: (computed: Computed | null) => void = () => undefined
  const make = () => new Promise<Computed | null>((resolve) => (end = resolve))
  return { make, end: (computed: Computed | null) => end(computed) }
}

describe('an answer', () => {
  it('is made once until it is too old for the reader', async () => {
    const { read, wait, count } = createCache()
    expect([await read('/a'), await read('/a')]).toEqual(['a', 'a'])
    wait(59_999)
    await read('/a')
    expect(count()).toBe(1)
    wait(1)
    await read('/a')
    expect(count()).toBe(2)
  })

  it('is made once for all who ask at the same time', async () => {
    const { read, count } = createCache()
    expect(new Set(await Promise.all(Array.from({ length: 50 }, () => read('/a'))))).toEqual(new Set(['a']))
    expect(count()).toBe(1)
  })

  it('is dropped by a change of what it shows, and by no other change', async () => {
    const { cache, read } = createCache()
    await read('/list', answer('list', 'lists'))
    await read('/one', answer('one', 'id-1'))
    await read('/any', { text: 'any', content: null })
    cache.drop(['id-1'])
    expect(['/list', '/one', '/any'].map((key) => cache.find(key, 'recent')?.text)).toEqual([
      'list',
      undefined,
      undefined,
    ])
    cache.drop([everything])
    expect([cache.find('/list', 'recent'), cache.bytes]).toEqual([undefined, 0])
  })

  it('isn’t cached if a change came while it was made, and isn’t given to those who ask afterwards', async () => {
    const { cache, read } = createCache()
    const slow = createSlow()
    const before = cache.findOrMake('/a', 'recent', slow.make)
    cache.drop(['something else'])
    const after = read('/a', answer('new', 'lists'))
    slow.end(answer('old', 'lists'))
    expect([(await before)?.text, await after]).toEqual(['old', 'new'])
    expect(cache.find('/a', 'recent')?.text).toBe('new')
  })

  it('older than a write isn’t given to a reader who wants to see every write, whether it is cached or being made', async () => {
    const { cache, read, count } = createCache()
    await read('/a', answer('old', 'id-1'))
    cache.written()
    expect(cache.find('/a', 'recent')?.text, 'pages may show older numbers').toBe('old')
    const slow = createSlow()
    const before = cache.findOrMake('/a', 'current', slow.make)
    cache.written()
    const after = read('/a', answer('new', 'id-1'), 'current')
    slow.end(answer('between', 'id-1'))
    expect([(await before)?.text, await after, count()]).toEqual(['between', 'new', 2])
  })

  it('that may not be cached is made for each reader', async () => {
    const { read, cache, count } = createCache()
    expect([await read('/a', null), await read('/a', null)]).toEqual([undefined, undefined])
    expect([count(), cache.bytes]).toEqual([2, 0])
  })

  it('that fails is made again', async () => {
    const { cache, read } = createCache()
    const failing = Promise.reject(new Error('The database is unavailable.'))
    await expect(cache.findOrMake('/a', 'recent', () => failing)).rejects.toThrow('unavailable')
    expect(await read('/a')).toBe('a')
  })

  it('makes room for newer ones: the cache counts bytes, not answers', async () => {
    const { cache, read } = createCache({ maxBytes: 10_000 })
    for (let n = 0; n < 100; n++) await read(`/${n}`, answer('x'.repeat(1_000), 'id-1'))
    expect(cache.bytes).toBeLessThanOrEqual(10_000)
    expect([cache.find('/99', 'recent')?.text.length, cache.find('/0', 'recent')]).toEqual([1_000, undefined])
    await read('/huge', answer('x'.repeat(10_000)))
    expect(cache.find('/huge', 'recent')).toBeUndefined()
  })
})
