/** The types of pages that analytics distinguishes. */
export type AnalyticsPageType = 'home' | 'prompt_detail' | 'category_view' | 'tool_detail' | 'search_results' | 'other'

const pageTypes: [RegExp, AnalyticsPageType][] = [
  [/^\/$/, 'home'],
  [/^\/prompt\/[^/]+$/, 'prompt_detail'],
  [/^\/category\/[^/]+$/, 'category_view'],
  [/^\/tools\/[^/]+$/, 'tool_detail'],
  [/^\/search$/, 'search_results'],
]

/** Returns the page type of a path, with or without a slash at its end. */
export function analyticsPageType(pathname: string): AnalyticsPageType {
  const path = pathname.replace(/(.)\/$/, '$1')
  return pageTypes.find(([pattern]) => pattern.test(path))?.[1] ?? 'other'
}
