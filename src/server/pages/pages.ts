import { setTimeout } from 'node:timers/promises'
import type { Language } from '#lib/language.ts'
import { currentLanguage } from '#lib/language.ts'
import { directionOf } from '#lib/languages.ts'
import { plural, t } from '#lib/texts.ts'
import { type ContentKey, everything } from '#platform/database/content-changes.ts'
import { findDatabaseProblem } from '#platform/database/database-problem.ts'
import { filePolicy } from '#platform/file-policy.ts'
import { inLanguage, splitPrefix } from '#platform/languages.ts'
import type { Log } from '#platform/log-fields.ts'
import { loggedPath } from '#platform/logged-path.ts'
import { surrogateKeys } from '#platform/surrogate-keys.ts'
import { traced } from '#platform/traced.ts'
import { createBoundedQueue } from '#platform/work/work-queue.ts'
import { createNetworkQueues } from '../http/network-queues.ts'
import { isOpenPage } from '../http/open-paths.ts'
import { createPageCounter, type WindowCounter } from '../http/request-limit.ts'
import { describePage, pageSpan } from '../telemetry/trace-requests.ts'
import { textsKey } from './cache-purge.ts'
import { loadScriptsLate } from './late-scripts.ts'
import { type CachedPage, createPageCache, pageFreshMs, preparePage, type RenderedPage } from './page-cache.ts'
import { collectContent } from './page-content.ts'
import { contentSecurityPolicy, type PolicySources } from './page-headers.ts'
import { isSearch, isTextFile } from './page-keys.ts'
import { unavailablePage } from './unavailable-page.ts'

export const megabyte = 1024 * 1024
/**
 * How long caches in front of the site may serve a page, and for how long while the site fails. `expiring`: for at most
 * two seconds. `purged` (CACHE_PURGE_URL): the numbers of votes and copies are at most a minute old, and all other
 * changes purge the page. `closed`: the caches may not store it.
 */
const cacheControl = {
  expiring: 'public, max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=600',
  purged: 'public, max-age=0, s-maxage=30, stale-if-error=600',
  closed: 'private, no-store',
}
/** For how long this process caches a page if the cache in front of it is purged, in ms. */
const purgedFreshMs = 30_000

/** For how long this process caches pages, and the answers that they are made of, in ms. */
export function freshnessOf({ isPurged, readLagMs }: { isPurged: boolean; readLagMs: number }): number {
  return (isPurged ? purgedFreshMs : pageFreshMs) - readLagMs
}

/** How many pages are rendered at the same time: fewer than the ten connections of the database pool. */
const concurrentRenders = 8
/** How many more pages may wait to be rendered, and for how long, in ms. */
const rendersWaiting = 100
const renderWaitMs = 5000
/**
 * How many pages for one network may be rendered or wait in the common queue at the same time, and how many more may
 * wait in the network's own queue.
 */
const concurrentPerNetwork = 1
const networkWaiting = 15
/** After how long a request is refused, in ms: clients that ask again at once would keep the process busy. */
const refusalMs = 1000

type Options = {
  /** Renders a page of this site. It is made by `createPageRenderer` of the web build. */
  renderer: (request: Request) => Promise<Response>
  /** Writes a text file, such as a feed or a sitemap (`isTextFile`). */
  writer: (request: Request) => Response | Promise<Response>
  /** Returns the external sources of the page at a path. */
  policyOf: (path: string) => PolicySources
  origin: string
  siteName: string
  /** The path of the style sheet that every page loads. */
  styleSheet?: string
  /** Makes a page in a language load that language's scripts. */
  inScripts?: (html: string, language: Language) => string
  /** The headers that every page and file has. */
  headers: Record<string, string>
  log: Log
  /**
   * Whether a cache in front of the site drops pages by their keys (CACHE_PURGE_URL). Pages then have the header
   * Surrogate-Key.
   */
  isPurged?: boolean
  /**
   * Whether the site is for members only (ACCESS=members). Shared caches may then store no page, and the pages that
   * visitors may open show no content.
   */
  isClosed?: boolean
  /** How old the data that pages read may be, in ms. 0 without replicas (DATABASE_REPLICA_URLS). */
  readLagMs?: number
  /** Counts the pages that are rendered for each network. Unset: each process counts only its own. */
  renders?: WindowCounter
}

/**
 * Creates the pages of the site, which are the same for everybody. Each is rendered once, cached in compressed form,
 * and dropped when its content changes.
 */
export function createPages({
  renders = createPageCounter(),
  isPurged = false,
  isClosed = false,
  readLagMs = 0,
  ...options
}: Options) {
  const { renderer, writer, inScripts = (html) => html, policyOf, origin, siteName, styleSheet, headers, log } = options
  const caching = cacheControl[isClosed ? 'closed' : isPurged ? 'purged' : 'expiring']
  const freshMs = freshnessOf({ isPurged, readLagMs })
  const cache = createPageCache({ maxBytes: 64 * megabyte, freshMs })
  const searches = createPageCache({ maxBytes: 8 * megabyte, freshMs })
  const texts = createPageCache({ maxBytes: 16 * megabyte, freshMs })
  /** The cache of an address, which begins with the prefix of its language, if it has one. */
  const cacheOf = (address: string) => {
    const { path } = splitPrefix(address)
    return isSearch(path) ? searches : isTextFile(address) ? texts : cache
  }

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
      const { language, path } = splitPrefix(address)
      const page = await inLanguage(language.tag, () => renderUncached(address, path, language))
      if (span) describePage(span, new URL(path, origin).pathname, page.status)
      return page
    })
  }

  /** `address`: with the prefix of its language. `path`: without it. Both have the query. */
  async function renderUncached(address: string, path: string, language: Language): Promise<RenderedPage> {
    const start = performance.now()
    const isText = isTextFile(path)
    const { pathname } = new URL(path, origin)
    const {
      page: response,
      keys,
      highestStatus,
      isIncomplete,
      numbersFrom,
    } = await collectContent(async () => (isText ? writer : renderer)(new Request(new URL(address, origin))), {
      withholds: isClosed && isOpenPage(pathname),
    })
    const text = await response.text()
    const { state } = response as { state?: string }
    const parts = isText ? [text] : loadScriptsLate(inScripts(text, language), state)
    const milliseconds = Math.round((performance.now() - start) * 10) / 10
    log.debug({ path: loggedPath(address), status: response.status, milliseconds }, 'page rendered')
    const { status } = response
    if (status >= 500 && highestStatus === 503 && !isText) return unavailable(address)
    const isPartial = highestStatus >= 500 || isIncomplete
    const policy = contentSecurityPolicy(parts, policyOf(pathname))
    const pageHeaders = headersOf(response, policy, isPartial ? null : caching)
    if (isPurged) pageHeaders['Surrogate-Key'] = surrogateKeys(isText ? [...keys, textsKey] : keys)
    // The page of something personal, such as an unshared comparison, has the status 200 although the API has none of it.
    const isHidden = status === 200 && highestStatus === 404
    return {
      status,
      headers: { ...headers, ...pageHeaders },
      body: Buffer.concat(parts.map((part) => Buffer.from(part))),
      content: keys,
      isPartial,
      isHidden,
      numbersFrom,
    }
  }

  const withHeaders = (page: RenderedPage) => ({ ...page, headers: { ...headers, ...page.headers } })

  function unavailable(address: string): RenderedPage {
    return withHeaders(inLanguageOf(address, () => unavailablePage({ address, siteName, styleSheet })))
  }

  /** Returns a stale page or, after a moment, the page that refuses the request. */
  async function staleOrRefusal(
    address: string,
    refuse: () => RenderedPage,
    signal?: AbortSignal,
  ): Promise<CachedPage> {
    const stale = cacheOf(address).stale(address)
    if (stale) return stale
    // Who has disconnected doesn't wait.
    await setTimeout(refusalMs, undefined, { signal }).catch(() => undefined)
    return preparePage(withHeaders(inLanguageOf(address, refuse)), 0)
  }

  return {
    /** Returns the cached page if it is fresh. */
    cached: (address: string) => cacheOf(address).fresh(address),
    /**
     * Renders a page, only once for concurrent requests. Never fails: an error becomes a plain error page. `network`:
     * the network whose limit the rendering counts toward, or null. Beyond a limit, returns a stale page, or a page
     * with 429 or 503. `signal`: aborted when the client disconnects.
     */
    render(address: string, network: string | null = null, signal?: AbortSignal): Promise<CachedPage> {
      const cache = cacheOf(address)
      const msToWait = network === null ? 0 : renders.msToWait(network)
      if (msToWait > 0) return staleOrRefusal(address, () => tooManyPages(msToWait), signal)
      const start = () => {
        if (network !== null) renders.add(network)
        return inQueue(() => renderPage(address)).catch((error) => {
          if (error === queueFull) return withHeaders(inLanguageOf(address, busyPage))
          throw error
        })
      }
      // A request waits in its network's own queue first. Other networks that need the same page don't wait in that
      // queue.
      const startInNetworkQueue = () =>
        inNetworkQueue(network, async () => cache.fresh(address) ?? cache.render(address, start), signal)
      const page = (cache.running(address) ?? startInNetworkQueue()).catch((error) => {
        if (error === queueFull || error === signal?.reason) return staleOrRefusal(address, busyPage, signal)
        log.error({ path: loggedPath(address), error: { message: error.message, stack: error.stack } }, 'page failed')
        if (findDatabaseProblem(error)) return preparePage(unavailable(address), 0)
        return preparePage(withHeaders(inLanguageOf(address, brokenPage)), 0)
      })
      return cache.renderedOrStale(address, page)
    },
    /** Drops the pages that show the changed content, and all text files. */
    contentChanged(keys: ContentKey[]) {
      for (const pageCache of [cache, searches]) {
        if (keys.includes(everything)) pageCache.dropAll()
        else pageCache.dropContent(new Set(keys))
      }
      texts.dropAll()
    },
    get bytes() {
      return cache.bytes + searches.bytes + texts.bytes
    },
  }
}

export type Pages = ReturnType<typeof createPages>

/** The headers of its own that a page or file may have. */
const ownHeaders = ['X-Robots-Tag', 'Cross-Origin-Resource-Policy', 'Location', 'X-Prompt-Papers']

function headersOf(response: Response, pagePolicy: string, caching: string | null): Record<string, string> {
  const type = response.headers.get('content-type') ?? ''
  const isPage = type === '' || type.startsWith('text/html')
  const headers: Record<string, string> = {
    'Content-Type': isPage ? 'text/html; charset=utf-8' : type,
    // A card for other sites brings its own policy.
    'Content-Security-Policy': response.headers.get('content-security-policy') ?? (isPage ? pagePolicy : filePolicy),
    'Cache-Control': (response.status === 200 && caching) || 'no-store',
  }
  for (const name of ownHeaders) {
    const value = response.headers.get(name)
    if (value) headers[name] = value
  }
  if (response.status >= 500) headers['Retry-After'] = '5'
  return headers
}

const queueFull = new Error('Too many pages are waiting to be rendered.')

/** Makes a page without data in the language of an address. */
function inLanguageOf(address: string, make: () => RenderedPage): RenderedPage {
  return inLanguage(splitPrefix(address).language.tag, make)
}

const brokenPage = () =>
  plainPage(500, t('Something went wrong'), t('This page could not be loaded. Try again in a few seconds.'))

const busyPage = () =>
  plainPage(
    503,
    t('Too busy right now'),
    t('Too many people are loading pages at once. Try again in a few seconds.'),
    5,
  )

function tooManyPages(msToWait: number): RenderedPage {
  const seconds = Math.ceil(msToWait / 1000)
  const text = plural(
    seconds,
    'Your network has loaded too many pages in a minute. Try again in {count} second.',
    'Your network has loaded too many pages in a minute. Try again in {count} seconds.',
  )
  return plainPage(429, t('Too many pages'), text, seconds)
}

/** Creates a page without data, styles or scripts. */
function plainPage(status: number, title: string, text: string, retryAfter?: number): RenderedPage {
  const { tag } = currentLanguage()
  const head = `<!doctype html><html lang="${tag}" dir="${directionOf(tag)}"><meta charset="utf-8">`
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
    body: Buffer.from(`${head}<title>${title}</title><h1>${title}</h1><p>${text}</p></html>`),
  }
}
