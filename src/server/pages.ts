import { pluralize } from '#lib/numbers.ts'
import { type ContentKey, everything } from '#server/platform/content-changes.ts'
import { textsKey } from './cache-purge.ts'
import { loadScriptsLate } from './late-scripts.ts'
import { createNetworkQueues } from './network-queues.ts'
import { isOpenPage } from './open-paths.ts'
import { type CachedPage, createPageCache, pageFreshMs, preparePage, type RenderedPage } from './page-cache.ts'
import { collectContent } from './page-content.ts'
import { contentSecurityPolicy, type PolicySources } from './page-headers.ts'
import { isSearch, isTextFile } from './page-keys.ts'
import { findDatabaseProblem } from './platform/database-problem.ts'
import { filePolicy } from './platform/file-policy.ts'
import type { Log } from './platform/log-fields.ts'
import { loggedPath } from './platform/logged-path.ts'
import { surrogateKeys } from './platform/surrogate-keys.ts'
import { traced } from './platform/traced.ts'
import { createBoundedQueue } from './platform/work-queue.ts'
import { createPageCounter, type WindowCounter } from './request-limit.ts'
import { describePage, pageSpan } from './trace-requests.ts'
import { unavailablePage } from './unavailable-page.ts'

const megabyte = 1024 * 1024
/**
 * How long caches in front may serve a page, and how long while the site fails. `expiring`: a page is at most two seconds
 * old. `purged` (CACHE_PURGE_URL): votes and copies are at most a minute old, everything else is purged. `closed`: never.
 */
const cacheControl = {
  expiring: 'public, max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=600',
  purged: 'public, max-age=0, s-maxage=30, stale-if-error=600',
  closed: 'private, no-store',
}
/** How long this process itself caches a page for a cache that is purged, in ms. */
const purgedFreshMs = 30_000

/** How many pages are rendered at the same time. The pool has ten connections to the database. */
const concurrentRenders = 8
/** How many more pages may wait, and how long, in ms. */
const rendersWaiting = 100
const renderWaitMs = 5000
/** How many pages of one network may be rendered or wait at the same time. Further pages wait in the network's own queue. */
const concurrentPerNetwork = 4
const networkWaiting = 12

type Options = {
  /** Renders a page of this site (the web build's `createPageRenderer`). */
  renderer: (request: Request) => Promise<Response>
  /** Writes a text file (`isTextFile`). */
  writer: (request: Request) => Response | Promise<Response>
  /** The external sources of the page at a path. */
  policyOf: (path: string) => PolicySources
  origin: string
  siteName: string
  /** The path of the style sheet that every page has. */
  styleSheet?: string
  /** The headers of every response. */
  headers: Record<string, string>
  log: Log
  /** A cache in front drops pages by key (CACHE_PURGE_URL), so pages have the header Surrogate-Key. */
  isPurged?: boolean
  /** The site is for members only (ACCESS=members): shared caches may store no page, and open pages show no content. */
  isClosed?: boolean
  /** How old the data that pages read may be, in ms (DATABASE_REPLICA_URL). */
  readLagMs?: number
  /** Counts the rendered pages of each network. Unset: only pages that this process rendered count. */
  renders?: WindowCounter
}

/**
 * Creates the pages of the site. They are the same for everybody: rendered once, cached compressed, and dropped when content
 * changes.
 */
export function createPages({
  renders = createPageCounter(),
  isPurged = false,
  isClosed = false,
  readLagMs = 0,
  ...options
}: Options) {
  const { renderer, writer, policyOf, origin, siteName, styleSheet, headers, log } = options
  const caching = cacheControl[isClosed ? 'closed' : isPurged ? 'purged' : 'expiring']
  const freshMs = (isPurged ? purgedFreshMs : pageFreshMs) - readLagMs
  const cache = createPageCache({ maxBytes: 64 * megabyte, freshMs })
  const searches = createPageCache({ maxBytes: 8 * megabyte, freshMs })
  const texts = createPageCache({ maxBytes: 16 * megabyte, freshMs })
  const cacheOf = (address: string) => (isSearch(address) ? searches : isTextFile(address) ? texts : cache)

  const inQueue = createBoundedQueue({
    concurrency: concurrentRenders,
    waitingMax: rendersWaiting,
    waitMs: renderWaitMs,
    refusal: () => queueFull,
  })
  const inNetworkQueue = createNetworkQueues({
    concurrency: concurrentPerNetwork,
    waitingMax: networkWaiting,
    waitMs: renderWaitMs,
    refusal: () => queueFull,
  })

  function renderPage(address: string): Promise<RenderedPage> {
    return traced(pageSpan, async (span) => {
      const page = await renderUncached(address)
      if (span) describePage(span, new URL(address, origin).pathname, page.status)
      return page
    })
  }

  async function renderUncached(address: string): Promise<RenderedPage> {
    const start = performance.now()
    const {
      page: response,
      keys,
      highestStatus,
    } = await collectContent(
      async () => (isTextFile(address) ? writer : renderer)(new Request(new URL(address, origin))),
      {
        withholds: isClosed && isOpenPage(new URL(address, origin).pathname),
      },
    )
    const text = await response.text()
    const html = isTextFile(address) ? text : loadScriptsLate(text)
    const milliseconds = Math.round((performance.now() - start) * 10) / 10
    log.debug({ path: loggedPath(address), status: response.status, milliseconds }, 'page rendered')
    const { status } = response
    if (status >= 500 && highestStatus === 503 && !isTextFile(address)) return unavailable(address)
    const isPartial = highestStatus >= 500
    const policy = contentSecurityPolicy(html, policyOf(new URL(address, origin).pathname))
    const own = headersOf(response, policy, isPartial ? null : caching)
    if (isPurged) own['Surrogate-Key'] = surrogateKeys(isTextFile(address) ? [...keys, textsKey] : keys)
    return { status, headers: { ...headers, ...own }, body: Buffer.from(html), content: keys, isPartial }
  }

  const withHeaders = (page: RenderedPage) => ({ ...page, headers: { ...headers, ...page.headers } })

  function unavailable(address: string): RenderedPage {
    return withHeaders(unavailablePage({ address, siteName, styleSheet }))
  }

  return {
    /** A fresh cached page. */
    cached: (address: string) => cacheOf(address).fresh(address),
    /**
     * Renders a page, once for concurrent requests. Never fails: an error becomes a plain error page. `network`: the network
     * whose limit the rendering counts toward; null: none. Beyond a limit, returns a stale page, or 429 or 503. `signal`: is
     * aborted when the client disconnects.
     */
    render(address: string, network: string | null = null, signal?: AbortSignal): Promise<CachedPage> {
      const cache = cacheOf(address)
      const msToWait = network === null ? 0 : renders.msToWait(network)
      if (msToWait > 0)
        return Promise.resolve(cache.stale(address) ?? preparePage(withHeaders(tooManyPages(msToWait)), 0))
      const start = () => {
        if (network !== null) renders.add(network)
        return inQueue(() => renderPage(address)).catch((error) => {
          if (error === queueFull) return withHeaders(busyPage)
          throw error
        })
      }
      // The network's own queue comes first, so that other networks don't wait in it for the same page.
      const startInNetworkQueue = () =>
        inNetworkQueue(network, async () => cache.fresh(address) ?? cache.render(address, start), signal)
      const page = (cache.running(address) ?? startInNetworkQueue()).catch((error) => {
        if (error === queueFull || error === signal?.reason)
          return cache.stale(address) ?? preparePage(withHeaders(busyPage), 0)
        log.error({ path: loggedPath(address), error: { message: error.message, stack: error.stack } }, 'page failed')
        if (findDatabaseProblem(error)) return preparePage(unavailable(address), 0)
        return preparePage(withHeaders(brokenPage), 0)
      })
      return cache.renderedOrStale(address, page)
    },
    /** Drops the pages that show changed content, and all text files. */
    contentChanged(keys: ContentKey[]) {
      for (const pages of [cache, searches]) {
        if (keys.includes(everything)) pages.dropAll()
        else pages.dropContent(new Set(keys))
      }
      texts.dropAll()
    },
    get bytes() {
      return cache.bytes + searches.bytes + texts.bytes
    },
  }
}

export type Pages = ReturnType<typeof createPages>

function headersOf(response: Response, pagePolicy: string, caching: string | null): Record<string, string> {
  const type = response.headers.get('content-type') ?? ''
  const isPage = type === '' || type.startsWith('text/html')
  const headers: Record<string, string> = {
    'Content-Type': isPage ? 'text/html; charset=utf-8' : type,
    // A card for other sites has its own policy.
    'Content-Security-Policy': response.headers.get('content-security-policy') ?? (isPage ? pagePolicy : filePolicy),
    'Cache-Control': (response.status === 200 && caching) || 'no-store',
  }
  const indexing = response.headers.get('x-robots-tag')
  if (indexing) headers['X-Robots-Tag'] = indexing
  const sharing = response.headers.get('cross-origin-resource-policy')
  if (sharing) headers['Cross-Origin-Resource-Policy'] = sharing
  const location = response.headers.get('location')
  if (location) headers.Location = location
  if (response.status >= 500) headers['Retry-After'] = '5'
  return headers
}

const queueFull = new Error('Too many pages wait to be rendered.')

const brokenPage = plainPage(500, 'Something went wrong', 'This page could not be loaded. Try again in a few seconds.')

const busyPage = plainPage(
  503,
  'Too busy right now',
  'Too many people are loading pages at once. Try again in a few seconds.',
  5,
)

function tooManyPages(msToWait: number): RenderedPage {
  const seconds = Math.ceil(msToWait / 1000)
  const text = `Your network has loaded too many pages in a minute. Try again in ${pluralize(seconds, 'second')}.`
  return plainPage(429, 'Too many pages', text, seconds)
}

/** A page without data, styles or scripts. */
function plainPage(status: number, title: string, text: string, retryAfter?: number): RenderedPage {
  return {
    isPartial: true,
    content: new Set(),
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': filePolicy,
      ...(retryAfter && { 'Retry-After': String(retryAfter) }),
    },
    body: Buffer.from(`<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`),
  }
}
