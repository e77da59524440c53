import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { cutText } from '#lib/well-formed.ts'
import { type ContentKey, isListKey } from '#platform/database/content-changes.ts'
import { createLruCache } from '#platform/lru-cache.ts'
import { withTimeout } from '#platform/work/with-timeout.ts'
import { type PreparedResponse, prepareResponse, withBrotli } from '../http/send-bytes.ts'

const compressBrotli = promisify(brotliCompress)
/**
 * Compression settings. `quick` takes 1 ms per page. `best` takes 60 ms, and the compressed page is a tenth smaller.
 */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
/** A page that has been requested this many times is compressed again at the best level. */
const popularHits = 5

/**
 * A page that has been rendered but not cached yet. `content`: the cache keys of what the page shows. `isPartial`: a
 * part of the page is missing. `isHidden`: visitors can't see what the page is about, now or at all, so the page has
 * no keys that would drop it when they can. `numbersFrom`: when its oldest numbers of votes and copies were read, in ms.
 */
export type RenderedPage = {
  numbersFrom?: number
  isPartial?: boolean
  isHidden?: boolean
  status: number
  headers: Record<string, string>
  body: Buffer
  content: ReadonlySet<string>
}

/**
 * A page that is ready to be sent, with the cache keys of what it shows. `cachedAt`: when it was cached
 * or, if that is earlier, when its numbers were read. `hits`: how
 * often the cache returned it while it was fresh.
 */
export type CachedPage = PreparedResponse & Pick<RenderedPage, 'content'> & { cachedAt: number; hits: number }

/**
 * How long a page is fresh, in ms. A fresh page shows numbers of votes and copies that are at most this old. Those on a
 * stale page may be older.
 */
export const pageFreshMs = 60_000

/** If rendering a page fails, its stale version is served for this long before the next attempt, in ms. */
const failedMs = 5_000

/**
 * A request that has waited this long for a rendering, in ms, gets the stale page, for example while the database fails
 * over.
 */
const slowMs = 4_000

/** `freshMs` replaces `pageFreshMs`, and `waitMs` replaces `slowMs`. */
type Options = { maxBytes: number; freshMs?: number; waitMs?: number; now?: () => number }

/**
 * Creates a cache of up to `maxBytes` for pages that are the same for everybody. Each key is the address of a page. The
 * cache drops the least recently used pages first. Concurrent requests share one rendering. While a page can't be
 * rendered again, because the database is unavailable, the stale page is served.
 */
export function createPageCache({ maxBytes, freshMs = pageFreshMs, waitMs = slowMs, now = Date.now }: Options) {
  const pages = createLruCache<CachedPage>({ maxSize: maxBytes, sizeCalculation: (page) => page.bytes })
  const rendering = new Map<string, Promise<CachedPage>>()
  /** Increases with each change of content, so that a rendering from before the change is neither shared nor cached. */
  let generation = 0

  /** Compresses a popular page again at the best level, in the background. */
  async function compressBetter(key: string, page: CachedPage) {
    const body = await compressBrotli(Buffer.from(page.encodings.identity.body, 'latin1'), best)
    if (pages.peek(key) === page) pages.set(key, withBrotli(page, body))
  }

  /** Makes a stale page count as fresh for `failedMs`. A later rendering or change still replaces it. */
  function extendFreshness(page: CachedPage) {
    page.cachedAt = now() - freshMs + failedMs
  }

  async function renderAndCache(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage> {
    const startedIn = generation
    const rendered = await render()
    const old = pages.peek(key)
    const isComplete = rendered.status < 500 && !rendered.isPartial
    // A rendering that began before a change may show old content. Neither this cache nor one in front of the site may
    // store it.
    const isCurrent = startedIn === generation
    if (!isComplete && old) {
      if (isCurrent) extendFreshness(old)
      return old
    }
    const isHidden = rendered.status === 404 || rendered.isHidden
    const cachedAt = Math.min(now(), rendered.numbersFrom ?? now())
    const page = await preparePage(isCurrent && !isHidden ? rendered : uncached(rendered), cachedAt)
    if (page.status === 200 && isComplete && isCurrent && !isHidden) pages.set(key, page)
    if (isHidden) pages.delete(key)
    return page
  }

  return {
    /** Returns the cached page if it is fresh, and marks it as the most recently used one. */
    fresh(key: string): CachedPage | undefined {
      const page = pages.get(key)
      if (!page || now() - page.cachedAt >= freshMs) return undefined
      if (++page.hits === popularHits) void compressBetter(key, page)
      return page
    },
    /** Returns the cached page, however old it is. */
    stale: (key: string): CachedPage | undefined => pages.get(key),
    /** Returns the running rendering of a key, or undefined if there is none. */
    running: (key: string): Promise<CachedPage> | undefined => rendering.get(`${generation} ${key}`),
    /**
     * Renders the page of a key. Caches it if it has status 200, is complete and still current. If it is incomplete or
     * has status 500 or above, returns the stale page, if there is one. Concurrent calls share one rendering.
     */
    render(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage> {
      const name = `${generation} ${key}`
      const running = rendering.get(name)
      if (running) return running
      const started = renderAndCache(key, render).finally(() => rendering.delete(name))
      rendering.set(name, started)
      return started
    },
    /**
     * Drops the pages that show the changed content. If only a list on a page has changed, no content was removed, so
     * the page just becomes stale and is still served while it can't be rendered again.
     */
    dropContent(content: ReadonlySet<ContentKey>) {
      generation++
      for (const [key, page] of [...pages]) {
        const changed = [...page.content.intersection(content)]
        if (changed.some((one) => !isListKey(one))) pages.delete(key)
        else if (changed.length > 0) page.cachedAt = Number.NEGATIVE_INFINITY
      }
    },
    /** Waits for a rendering and returns its page, or returns the stale page if the rendering takes too long. */
    async renderedOrStale(key: string, rendering: Promise<CachedPage>): Promise<CachedPage> {
      if (!pages.has(key)) return rendering
      return withTimeout(rendering, waitMs, () => {
        // Reads the stale page now, because it may have been dropped during the wait.
        const old = pages.peek(key)
        if (!old) return rendering
        extendFreshness(old)
        return old
      })
    },
    /**
     * Drops all pages. None of them may be served stale either, because any of them may show content that was removed.
     */
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

/**
 * Prepares a rendered page for sending: adds an ETag, and compresses it with Brotli. Compressing with gzip takes as
 * long, but few clients request gzip, so the page is compressed with gzip only when a client does.
 */
export async function preparePage(page: RenderedPage, cachedAt: number): Promise<CachedPage> {
  const br = await compressBrotli(page.body, quick)
  // The compressed bytes identify the page just as well, and hashing them takes an eighth of the time.
  const etag = `"${cutText(hash('sha256', br, 'base64url'), 22)}"`
  const { status, headers, body, content } = page
  return {
    ...prepareResponse({ status, headers, etag, bodies: { br, gzip: 'later', identity: body } }),
    content,
    cachedAt,
    hits: 0,
  }
}
