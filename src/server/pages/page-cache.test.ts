import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type CachedPage, createPageCache, pageFreshMs, type RenderedPage } from './page-cache.ts'

function page(text: string, status = 200, content: string[] = []): RenderedPage {
  return { status, headers: {}, body: Buffer.from(text), content: new Set(content) }
}

function textOf(cached: CachedPage | undefined): string | undefined {
  return cached?.encodings.identity.body
}

describe('cached pages', () => {
  it('are rendered once for concurrent requests', async () => {
    const cache = createPageCache({ maxBytes: 1e6 })
    let renders = 0
    const render = async () => page(`render ${++renders}`)
    const pages = await Promise.all(Array.from({ length: 20 }, () => cache.render('/', render)))
    expect(renders).toBe(1)
    expect(new Set(pages.map(({ etag }) => etag)).size).toBe(1)
    expect(textOf(cache.fresh('/'))).toBe('render 1')
    const other = await cache.render('/other', render)
    expect(other.etag).not.toBe(pages[0]?.etag)
  })

  it('are fresh for 60 seconds, which limits the age of votes and copies', async () => {
    let now = 0
    const cache = createPageCache({ maxBytes: 1e6, now: () => now })
    await cache.render('/', async () => page('a'))
    now = pageFreshMs - 1
    expect(cache.fresh('/')).toBeDefined()
    now = pageFreshMs
    expect(cache.fresh('/')).toBeUndefined()
  })

  it('are compressed again at the best level when they are popular', async () => {
    const cache = createPageCache({ maxBytes: 1e6 })
    const text = Array.from({ length: 2000 }, (_, n) => `<li>${n % 7} prompts of ${n % 13} people`).join('\n')
    await cache.render('/', async () => page(text))
    const first = cache.fresh('/')?.encodings.br?.body ?? ''
    for (let hit = 0; hit < 5; hit++) cache.fresh('/')
    await expect.poll(() => cache.fresh('/')?.encodings.br?.body.length).toBeLessThan(first.length)
    const cached = cache.fresh('/')
    expect(brotliDecompressSync(Buffer.from(cached?.encodings.br?.body ?? '', 'latin1')).toString()).toBe(text)
    // The last element is the value of Content-Length.
    expect(cached?.encodings.br?.headers.at(-1)).toBe(String(cached?.encodings.br?.body.length))
  })

  it('stay dropped if they were dropped while being compressed again', async () => {
    const cache = createPageCache({ maxBytes: 1e6 })
    const read = (key: string) => {
      for (let hit = 0; hit < 5; hit++) cache.fresh(key)
    }
    await cache.render('/small', async () => page('small', 200, ['prompt']))
    const first = await cache.render('/big', async () => page(Buffer.alloc(40_000, 'one two three ').toString()))
    read('/small')
    cache.dropContent(new Set(['prompt']))
    read('/big')
    await expect.poll(() => cache.fresh('/big')?.bytes).not.toBe(first.bytes)
    expect(cache.fresh('/small')).toBeUndefined()
  })

  it('count toward the size limit once, even if rendered several times', async () => {
    const render = async () => page('a'.repeat(1000))
    const { bytes } = await createPageCache({ maxBytes: 1e6 }).render('/', render)
    let now = 0
    const cache = createPageCache({ maxBytes: bytes, now: () => now })
    for (let time = 0; time < 2; time++) {
      now += pageFreshMs
      await cache.render('/', render)
      expect([cache.bytes, cache.fresh('/')]).toEqual([bytes, expect.anything()])
    }
  })

  it('stay below the size limit, because the least recently used page is dropped', async () => {
    const cache = createPageCache({ maxBytes: 3000 })
    for (const key of ['a', 'b']) await cache.render(key, async () => page(key.repeat(1000)))
    expect(cache.fresh('a')).toBeDefined()
    for (const key of ['c']) await cache.render(key, async () => page(key.repeat(1000)))
    expect(cache.bytes).toBeLessThanOrEqual(3000)
    expect([cache.fresh('a'), cache.fresh('b'), cache.fresh('c')]).toEqual([
      expect.anything(),
      undefined,
      expect.anything(),
    ])
  })

  it('aren’t dropped for a page larger than the limit, which is served without caching', async () => {
    const cache = createPageCache({ maxBytes: 3000 })
    await cache.render('small', async () => page('small'))
    expect(textOf(await cache.render('large', async () => page('x'.repeat(3000))))).toHaveLength(3000)
    expect([cache.fresh('small'), cache.fresh('large')]).toEqual([expect.anything(), undefined])
  })

  it.each([301, 404, 500])('never have the status %s', async (status) => {
    const cache = createPageCache({ maxBytes: 1e6 })
    expect((await cache.render('/', async () => page('', status))).status).toBe(status)
    expect(cache.fresh('/')).toBeUndefined()
  })

  it('aren’t kept if content changed while they were rendered', async () => {
    const cache = createPageCache({ maxBytes: 1e6 })
    await cache.render('/old', async () => {
      cache.dropAll()
      return page('old')
    })
    expect(cache.fresh('/old')).toBeUndefined()
  })

  it('are served stale if they can’t be rendered again', async () => {
    let now = 0
    const cache = createPageCache({ maxBytes: 1e6, now: () => now })
    await cache.render('/', async () => page('good'))
    now = pageFreshMs
    expect(cache.fresh('/')).toBeUndefined()
    const served = await cache.render('/', async () => page('database unavailable', 500))
    expect(textOf(served)).toBe('good')
  })

  it('aren’t rendered again for five seconds after a failed rendering, so that a hanging database delays no requests', async () => {
    let now = 0
    let tries = 0
    const cache = createPageCache({ maxBytes: 1e6, now: () => now })
    await cache.render('/', async () => page('good'))
    now = pageFreshMs
    const fail = async () => page(`try ${++tries}`, 503)
    expect(textOf(await cache.render('/', fail))).toBe('good')
    now += 4_999
    expect(textOf(cache.fresh('/'))).toBe('good')
    now += 1
    expect(cache.fresh('/')).toBeUndefined()
    expect(textOf(await cache.render('/', fail))).toBe('good')
    expect(tries).toBe(2)
  })

  it('are rendered again immediately if content changed while they could not be rendered', async () => {
    let now = 0
    const cache = createPageCache({ maxBytes: 1e6, now: () => now })
    await cache.render('/', async () => page('good'))
    now = pageFreshMs
    await cache.render('/', async () => {
      cache.dropContent(new Set(['other']))
      return page('database unavailable', 500)
    })
    expect(cache.fresh('/')).toBeUndefined()
  })

  it('are never incomplete; an incomplete page is served only if no complete page is cached', async () => {
    let now = 0
    const cache = createPageCache({ maxBytes: 1e6, now: () => now })
    const partial = async () => ({ ...page('without footer'), isPartial: true })
    expect(textOf(await cache.render('/help', partial))).toBe('without footer')
    expect(cache.fresh('/help')).toBeUndefined()
    await cache.render('/help', async () => page('whole'))
    now = pageFreshMs
    expect(textOf(await cache.render('/help', partial))).toBe('whole')
  })

  it('are dropped when their content changes; other pages are kept', async () => {
    const cache = createPageCache({ maxBytes: 1e6 })
    await cache.render('/prompt/a', async () => page('a', 200, ['a', 'b']))
    await cache.render('/prompt/c', async () => page('c', 200, ['c']))
    cache.dropContent(new Set(['b', 'z']))
    expect([cache.fresh('/prompt/a'), cache.fresh('/prompt/c')]).toEqual([undefined, expect.anything()])
    const served = await cache.render('/prompt/a', async () => page('database unavailable', 500))
    expect(served.status).toBe(500)
  })

  it('are served stale if a rendering takes too long, for five seconds or until it ends', async () => {
    let now = 0
    const cache = createPageCache({ maxBytes: 1e6, waitMs: 1, now: () => now })
    let end = () => undefined as undefined
    const hanging = () =>
      new Promise<RenderedPage>((done) => {
        end = () => void done(page('new')) as undefined
      })
    await cache.render('/', async () => page('good'))
    now = pageFreshMs
    const rendering = cache.render('/', hanging)
    expect(textOf(await cache.renderedOrStale('/', rendering))).toBe('good')
    expect(textOf(cache.fresh('/'))).toBe('good')
    now += 5_000
    expect(cache.fresh('/')).toBeUndefined()
    end()
    await rendering
    expect(textOf(cache.fresh('/'))).toBe('new')
  })

  it('aren’t served stale if they were dropped during the rendering', async () => {
    const cache = createPageCache({ maxBytes: 1e6, waitMs: 1 })
    await cache.render('/', async () => page('removed content', 200, ['a']))
    const hanging = new Promise<never>(() => undefined)
    const served = cache.renderedOrStale('/', hanging)
    cache.dropContent(new Set(['a']))
    const first = await Promise.race([served, new Promise((done) => setTimeout(done, 50, 'still waiting'))])
    expect(first).toBe('still waiting')
  })

  it.each(['lists', 'category:coding'])(
    'are served stale if only the list %s changed, since that hides nothing',
    async (list) => {
      const cache = createPageCache({ maxBytes: 1e6 })
      const unavailable = async () => page('database unavailable', 503)
      await cache.render('/prompts', async () => page('a list', 200, ['a', 'lists', 'category:coding']))
      cache.dropContent(new Set(['new', list]))
      expect(cache.fresh('/prompts')).toBeUndefined()
      expect(textOf(await cache.render('/prompts', unavailable))).toBe('a list')
      cache.dropContent(new Set(['newer', list]))
      expect(textOf(await cache.render('/prompts', async () => page('a longer list')))).toBe('a longer list')
    },
  )

  it.each([['a'], ['user:ann'], ['everything']])(
    'aren’t served stale if %s changed together with a list, or after it',
    async (other) => {
      const cache = createPageCache({ maxBytes: 1e6 })
      const unavailable = async () => page('database unavailable', 503)
      for (const changes of [[['lists', other]], [['lists'], [other]]]) {
        await cache.render('/', async () => page('a list', 200, ['a', 'lists', 'user:ann', 'everything']))
        for (const keys of changes) cache.dropContent(new Set(keys))
        expect((await cache.render('/', unavailable)).status).toBe(503)
      }
    },
  )

  it('aren’t served stale after everything was dropped, since any page may show removed content', async () => {
    const cache = createPageCache({ maxBytes: 1e6 })
    await cache.render('/', async () => page('removed'))
    cache.dropAll()
    expect((await cache.render('/', async () => page('unavailable', 500))).status).toBe(500)
    expect(cache.bytes).toBe(0)
  })

  it('are neither kept nor stored anywhere while visitors can’t see what they are about', async () => {
    const cache = createPageCache({ maxBytes: 1e6 })
    await cache.render('/', async () => page('shared'))
    const hidden = await cache.render('/', async () => ({ ...page('hidden'), isHidden: true }))
    expect(JSON.stringify(hidden.encodings.identity.headers)).toContain('no-store')
    expect([cache.fresh('/'), cache.stale('/')]).toEqual([undefined, undefined])
  })

  it('aren’t served stale after they became 404', async () => {
    let now = 0
    const cache = createPageCache({ maxBytes: 1e6, now: () => now })
    await cache.render('/', async () => page('shown'))
    now = pageFreshMs
    await cache.render('/', async () => page('gone', 404))
    expect((await cache.render('/', async () => page('unavailable', 500))).status).toBe(500)
  })

  it('are rendered again after a change, even while an older rendering still runs', async () => {
    const cache = createPageCache({ maxBytes: 1e6 })
    let finishOld = () => undefined as undefined
    const old = cache.render(
      '/',
      () =>
        new Promise((done) => {
          finishOld = () => void done(page('old')) as undefined
        }),
    )
    cache.dropAll()
    const fresh = await cache.render('/', async () => page('new'))
    finishOld()
    await old
    expect(textOf(fresh)).toBe('new')
    expect(textOf(cache.fresh('/'))).toBe('new')
  })
})
