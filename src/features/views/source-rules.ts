import type { ViewSource } from '#features/prompt-statistics/rules.ts'

/** The query that links in feeds have. Pages are cached without it. */
export const feedMark = '?utm_source=feed'

/** Hosts of search engines, with any subdomain and top-level domain. */
const engine =
  /(^|\.)(google|bing|duckduckgo|yahoo|ecosia|qwant|yandex|baidu|startpage|kagi|perplexity)\.[a-z.]+$|^search\./

/** The kind of place that a reader came from. `from`: the referrer, or ''; `opened`: the address that was opened. */
export function sourceOf({ origin, from, opened = '' }: { origin: string; from: string; opened?: string }): ViewSource {
  if (opened.endsWith(feedMark)) return 'feeds'
  if (!from) return 'elsewhere'
  const { origin: fromOrigin, hostname, pathname } = new URL(from)
  if (fromOrigin !== origin) return engine.test(hostname) ? 'search' : 'elsewhere'
  if (pathname.startsWith('/embed/')) return 'embed'
  return pathname === '/search' ? 'search' : 'lists'
}
