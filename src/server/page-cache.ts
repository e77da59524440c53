import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type ContentKey, isListKey } from './platform/content-changes.ts'
import { createLruCache } from './platform/lru-cache.ts'
import { type PreparedResponse, prepareResponse, withBrotli } from './send-bytes.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
/** The fast level of the first response takes 1 ms. The best level takes 60 ms and makes a page a tenth smaller. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
/** After this many requests a page is worth the best level. */
const popularHits = 5

/** A rendered page before it is cached. `content`: what it shows. `isPartial`: a part of it is missing. */
export type RenderedPage = {
  isPartial?: boolean
  status: number
  headers: Record<string, string>
  body: Buffer
  content: ReadonlySet<string>
}

/** A page ready to be sent, with its content and the time when it was cached. */
export type CachedPage = PreparedResponse & Pick<RenderedPage, 'content'> & { cachedAt: number; hits: number }

/** A page is rendered again after this time, in ms, so that votes and copies are no older (contract "Pages"). */
export const pageFreshMs = 60_000

/** After a failed rendering, a stale page is served for this long before the next attempt, in ms. */
const failedMs = 5_000

/** A request that waits this long for a rendering gets the stale page, in ms: the database doesn't respond, or is failing over. */
const slowMs = 4_000

/** `freshMs`: `pageFreshMs` unless the pages may be only as old as this. `waitMs`: `slowMs`. */
type Options = { maxBytes: number; freshMs?: number; waitMs?: number; now?: () => number }

/**
 * Caches pages that are the same for everybody, by key, up to `maxBytes` (drops the least recently used first). Concurrent
 * misses render once. A page that can't be rendered again (database unavailable) is served stale.
 */
export function createPageCache({ maxBytes, freshMs = pageFreshMs, waitMs = slowMs, now = Date.now }: Options) {
  const pages = createLruCache<CachedPage>({ maxSize: maxBytes, sizeCalculation: (page) => page.bytes })
  const rendering = new Map<string, Promise<CachedPage>>()
  let generation = 0

  /** Compresses a popular page at the best level, in the background. */
  async function improve(key: string, page: CachedPage) {
    const body = await compressBrotli(Buffer.from(page.encodings.identity.body, 'latin1'), best)
    if (pages.peek(key) === page) pages.set(key, withBrotli(page, body))
  }

  /** Serves a stale page for `failedMs`, unless a rendering or a change comes first. */
  function retryLater(page: CachedPage) {
    page.cachedAt = now() - freshMs + failedMs
  }

  async function fill(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage> {
    const startedIn = generation
    const rendered = await render()
    const old = pages.peek(key)
    const isWhole = rendered.status < 500 && !rendered.isPartial
    // A rendering that started before a change may show old content: serve it, but don't cache it, here or in front.
    const isCurrent = startedIn === generation
    if (!isWhole && old) {
      if (isCurrent) retryLater(old)
      return old
    }
    const page = await pack(isCurrent ? rendered : uncached(rendered), now())
    if (page.status === 200 && isWhole && isCurrent) pages.set(key, page)
    if (page.status === 404) pages.delete(key)
    return page
  }

  return {
    /** A fresh cached page, which becomes the most recently used. */
    fresh(key: string): CachedPage | undefined {
      const page = pages.get(key)
      if (!page || now() - page.cachedAt >= freshMs) return undefined
      if (++page.hits === popularHits) void improve(key, page)
      return page
    },
    /** A cached page of any age. */
    stale: (key: string): CachedPage | undefined => pages.get(key),
    /** The rendering of a key that is under way. */
    running: (key: string): Promise<CachedPage> | undefined => rendering.get(`${generation} ${key}`),
    /** The page of a key, rendered once for concurrent requests. */
    render(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage> {
      const name = `${generation} ${key}`
      const running = rendering.get(name)
      if (running) return running
      const started = fill(key, render).finally(() => rendering.delete(name))
      rendering.set(name, started)
      return started
    },
    /**
     * Drops the pages that show changed content. If only a list changed, nothing on the page was removed: it isn't fresh
     * any more, but served while it can't be rendered again.
     */
    dropContent(content: ReadonlySet<ContentKey>) {
      generation++
      for (const [key, page] of [...pages]) {
        const changed = [...page.content.intersection(content)]
        if (changed.some((one) => !isListKey(one))) pages.delete(key)
        else if (changed.length > 0) page.cachedAt = Number.NEGATIVE_INFINITY
      }
    },
    /** The result of a rendering, or the stale page of its key if that takes long. */
    async orStale(key: string, rendering: Promise<CachedPage>): Promise<CachedPage> {
      if (!pages.has(key)) return rendering
      const wait = new AbortController()
      const late = delay(waitMs, undefined, { signal: wait.signal }).then(() => {
        // Not the page from before, which may have been dropped meanwhile.
        const old = pages.peek(key)
        if (!old) return rendering
        retryLater(old)
        return old
      })
      return Promise.race([rendering, late]).finally(() => wait.abort())
    },
    /** Drops all pages, because any of them may show what was removed. It must not reappear, even if the database fails. */
    dropAll() {
      generation++
      pages.clear()
    },
    get bytes() {
      return pages.calculatedSize
    },
  }
}

function uncached(page: RenderedPage): RenderedPage {
  return { ...page, headers: { ...page.headers, 'Cache-Control': 'no-store' } }
}

/** Prepares a rendered page with ETag and compressed bytes. */
export async function pack(page: RenderedPage, cachedAt: number): Promise<CachedPage> {
  const [br, gz] = await Promise.all([compressBrotli(page.body, quick), compressGzip(page.body)])
  const etag = `"${createHash('sha256').update(page.body).digest('base64url').slice(0, 22)}"`
  const { status, headers, body, content } = page
  return {
    ...prepareResponse({ status, headers, etag, bodies: { br, gzip: gz, identity: body } }),
    content,
    cachedAt,
    hits: 0,
  }
}
