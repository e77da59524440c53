/** What analytics calls a page. */
export type AnalyticsPageType = 'home' | 'prompt_detail' | 'category_view' | 'tool_detail' | 'search_results' | 'other'

const types: [RegExp, AnalyticsPageType][] = [
  [/^\/$/, 'home'],
  [/^\/prompt\/[^/]+$/, 'prompt_detail'],
  [/^\/category\/[^/]+$/, 'category_view'],
  [/^\/tools\/[^/]+$/, 'tool_detail'],
  [/^\/search$/, 'search_results'],
]

/** The type of the page at a path. */
export function analyticsPageType(pathname: string): AnalyticsPageType {
  const path = pathname.replace(/(.)\/$/, '$1')
  return types.find(([pattern]) => pattern.test(path))?.[1] ?? 'other'
}
