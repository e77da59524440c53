const list = ['category', 'tag', 'pick', 'cursor', 'view']

/**
 * The query parameters that each route reads, by its path; page-keys.test.ts compares them with the routes. Anything else
 * (utm_*, `_t`) neither makes a cache entry nor reaches the page.
 */
export const routeKeys: Record<string, string[]> = {
  '/prompts': list,
  '/prompts/newest': list,
  '/prompts/popular': list,
  '/prompts/highest-rated': list,
  '/category/$slug': ['sort', 'tag', 'cursor', 'view'],
  '/tools': ['type', 'free', 'cursor'],
  '/contributors': ['cursor', 'period'],
  '/user/$username': ['cursor'],
  '/credits': ['cursor'],
  '/my-prompts': ['status', 'cursor'],
  '/favorites': ['q', 'sort', 'cursor'],
  '/create-prompt': ['fork'],
  '/compare': ['prompt'],
  '/models': ['category'],
  '/admin/edit-prompt': ['id'],
  '/admin/reports': ['state', 'reason', 'cursor'],
  '/admin/prompts': ['status', 'q', 'cursor'],
  '/admin/users': ['role', 'q', 'cursor'],
  '/admin/tools': ['q', 'cursor'],
  '/admin/messages': ['state', 'cursor'],
  '/admin/audit': ['actor', 'action', 'target', 'cursor'],
  '/auth': ['tab'],
  '/search': ['q', 'type', 'category', 'tag', 'sort', 'cursor', 'view'],
}

/** The same for what the app writes instead of a page. */
const textKeys: [RegExp, string[]][] = [[/^\/sitemap\/\w+\.xml$/, ['after']]]

const known: [RegExp, string[]][] = [
  ...Object.entries(routeKeys).map(([path, names]): [RegExp, string[]] => [
    new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`),
    names,
  ]),
  ...textKeys,
]
const valueMax = 2000

/** The part of an address that decides what a page shows: its path and known parameters, in one order. */
export function pageAddress(url: URL): string {
  const names = known.find(([path]) => path.test(url.pathname))?.[1] ?? []
  const query = new URLSearchParams()
  for (const name of names) {
    const value = url.searchParams.get(name)
    if (value !== null && value.length <= valueMax) query.set(name, value)
  }
  return query.size > 0 ? `${url.pathname}?${query}` : url.pathname
}

/** Search pages have a small bound of their own: anybody can make any number of them. */
export function isSearch(address: string): boolean {
  return address.startsWith('/search')
}

/** Texts that the app writes instead of a page: feeds, sitemaps, Markdown, for robots and readers. */
export function isText(path: string): boolean {
  return /^\/(robots\.txt|llms\.txt|sitemap\.xml|feed\.xml)$|^\/sitemap\/\w+\.xml(\?|$)|^\/(category|user)\/[^/]+\/feed\.xml$|^\/(prompts|tools|prompt\/[^/]+|category\/[^/]+)\.md$/.test(
    path,
  )
}
