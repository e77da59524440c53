import type { ViewSource } from '#features/prompt-statistics/rules.ts'

/** The query in the links of feeds. Caches ignore it, so one cached page serves links with and without it. */
export const feedQuery = '?utm_source=feed'

/** Matches hosts of search engines, with any subdomain and top-level domain. */
const searchEngine =
  /(^|\.)(google|bing|duckduckgo|yahoo|ecosia|qwant|yandex|baidu|startpage|kagi|perplexity)\.[a-z.]+$|^search\./

/**
 * Returns the kind of place that a reader came from. `from` is the referrer or '', and `opened` is the address that was
 * opened.
 */
export function sourceOf({ origin, from, opened = '' }: { origin: string; from: string; opened?: string }): ViewSource {
  if (opened.endsWith(feedQuery)) return 'feeds'
  if (!from) return 'elsewhere'
  const { origin: fromOrigin, hostname, pathname } = new URL(from)
  if (fromOrigin !== origin) return searchEngine.test(hostname) ? 'search' : 'elsewhere'
  if (pathname.startsWith('/embed/')) return 'embed'
  return pathname === '/search' ? 'search' : 'lists'
}
