import { type ContentKey, everything } from '#server/platform/content-changes.ts'
import { type CachedPage, createPageCache, pack, type RenderedPage } from './page-cache.ts'
import { collectContent } from './page-content.ts'
import { contentSecurityPolicy, type PolicySources } from './page-headers.ts'
import { isSearch, isText } from './page-keys.ts'
import { databaseTrouble } from './platform/database-trouble.ts'
import type { RequestLog } from './request-log.ts'
import { unavailablePage } from './unavailable-page.ts'

const megabyte = 1024 * 1024
const cacheControl = 'public, max-age=0, s-maxage=10'

type Options = {
  /** Renders a page of this site (the web build's `createPageRenderer`). */
  renderer: (request: Request) => Promise<Response>
  /** Writes a text of the app (`isText`). */
  writer: (request: Request) => Response | Promise<Response>
  /** The external sources of the page at a path. */
  policyOf: (path: string) => PolicySources
  origin: string
  siteName: string
  /** The path of the style sheet that every page has. */
  styleSheet?: string
  /** The headers of every response. */
  headers: Record<string, string>
  log: RequestLog
}

/** Public pages: rendered once, cached compressed with their policy, dropped when content changes. */
export function createPages({ renderer, writer, policyOf, origin, siteName, styleSheet, headers, log }: Options) {
  const cache = createPageCache({ maxBytes: 64 * megabyte })
  const searches = createPageCache({ maxBytes: 8 * megabyte })
  const texts = createPageCache({ maxBytes: 16 * megabyte })
  const cacheOf = (address: string) => (isSearch(address) ? searches : isText(address) ? texts : cache)

  async function renderPage(address: string): Promise<RenderedPage> {
    const start = performance.now()
    const {
      page: response,
      keys,
      worst,
    } = await collectContent(async () => (isText(address) ? writer : renderer)(new Request(new URL(address, origin))))
    const html = await response.text()
    const milliseconds = Math.round((performance.now() - start) * 10) / 10
    log.debug({ path: new URL(address, origin).pathname, status: response.status, milliseconds }, 'page rendered')
    const { status } = response
    if (status >= 500 && worst === 503 && !isText(address)) return unavailable(address)
    const isPartial = worst >= 500
    const policy = contentSecurityPolicy(html, policyOf(new URL(address, origin).pathname))
    const own = headersOf(response, policy, isPartial)
    return { status, headers: { ...headers, ...own }, body: Buffer.from(html), content: keys, isPartial }
  }

  function unavailable(address: string): RenderedPage {
    const page = unavailablePage({ address, siteName, styleSheet })
    return { ...page, headers: { ...headers, ...page.headers } }
  }

  return {
    /** A fresh cached page. */
    cached: (address: string) => cacheOf(address).fresh(address),
    /** Renders a page, once for concurrent requests. Never fails: an error becomes a plain page that says so. */
    render(address: string): Promise<CachedPage> {
      return cacheOf(address)
        .render(address, () => renderPage(address))
        .catch((error) => {
          log.error({ path: address, error: { message: error.message, stack: error.stack } }, 'page failed')
          if (databaseTrouble(error)) return pack(unavailable(address), 0)
          return pack({ ...brokenPage, headers: { ...headers, ...brokenPage.headers } }, 0)
        })
    },
    /** Drops the pages that show changed content. */
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

function headersOf(response: Response, pagePolicy: string, isPartial: boolean): Record<string, string> {
  const type = response.headers.get('content-type') ?? ''
  const isPage = type === '' || type.startsWith('text/html')
  const headers: Record<string, string> = {
    'Content-Type': isPage ? 'text/html; charset=utf-8' : type,
    'Content-Security-Policy': isPage ? pagePolicy : "default-src 'none'",
    'Cache-Control': response.status === 200 && !isPartial ? cacheControl : 'no-store',
  }
  const location = response.headers.get('location')
  if (location) headers.Location = location
  if (response.status >= 500) headers['Retry-After'] = '5'
  return headers
}

const brokenPage: RenderedPage = {
  content: new Set(),
  status: 500,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'",
  },
  body: Buffer.from(
    '<!doctype html><html lang="en"><title>Something went wrong</title><h1>Something went wrong</h1><p>This page could not be made. Try again in a few seconds.</p></html>',
  ),
}
