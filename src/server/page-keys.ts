/** Query parameters that change a page, by path. Anything else (utm_*, `_t`) neither makes an entry nor reaches the page. */
const known: [RegExp, string[]][] = [
  [/^\/prompts(\/(newest|popular|highest-rated))?$/, ['category', 'tag', 'pick', 'cursor', 'view']],
  [/^\/category\/[^/]+$/, ['sort', 'tag', 'cursor', 'view']],
  [/^\/tools$/, ['type', 'free', 'cursor']],
  [/^\/contributors$/, ['cursor', 'period']],
  [/^\/user\/[^/]+$/, ['cursor']],
  [/^\/credits$/, ['cursor']],
  [/^\/my-prompts$/, ['status', 'cursor']],
  [/^\/create-prompt$/, ['fork']],
  [/^\/compare$/, ['prompt']],
  [/^\/models$/, ['category']],
  [/^\/admin\/edit-prompt$/, ['id']],
  [
    /^\/admin\/(reports|prompts|users|tools|messages|audit)$/,
    ['state', 'reason', 'status', 'q', 'role', 'actor', 'action', 'target', 'cursor'],
  ],
  [/^\/sitemap\/\w+\.xml$/, ['after']],
  [/^\/auth$/, ['tab']],
  [/^\/search$/, ['q', 'type', 'category', 'tag', 'sort', 'cursor', 'view']],
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
