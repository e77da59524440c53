import type { ViewSource } from '#features/prompt-statistics/rules.ts'
import { parseWebAddress } from '#lib/web-address.ts'

/**
 * The query that feeds append to links to prompts. Caches ignore it, so one cached page serves links with and without
 * it.
 */
export const feedQuery = '?utm_source=feed'

/** Matches hosts of search engines, with any subdomain and top-level domain, and hosts that begin with `search.`. */
const searchEngine =
  /(^|\.)(google|bing|duckduckgo|yahoo|ecosia|qwant|yandex|baidu|startpage|kagi|perplexity)\.[a-z.]{1,20}$|^search\./

/**
 * Returns the kind of place that a reader came from. `from` is the address of the previous page, or '' if it is
 * unknown. `opened` is the address that was opened.
 */
export function sourceOf({ origin, from, opened = '' }: { origin: string; from: string; opened?: string }): ViewSource {
  if (opened.endsWith(feedQuery)) return 'feeds'
  const url = parseWebAddress(from)
  if (!url) return 'elsewhere'
  const { origin: fromOrigin, hostname, pathname } = url
  if (fromOrigin !== origin) return searchEngine.test(hostname) ? 'search' : 'elsewhere'
  if (pathname.startsWith('/embed/')) return 'embed'
  return pathname === '/search' ? 'search' : 'lists'
}
