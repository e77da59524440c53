import { filterNames } from '#features/catalogue/rules.ts'
import { isSkillList } from '#features/skills/rules.ts'
import { toolParameters } from '#features/tools/rules.ts'

/** The query parameters of lists of prompts. */
const list = ['category', 'tag', 'pick', ...filterNames, 'cursor', 'view']

/**
 * The query parameters that each route reads, by the route's path. `page-keys.test.ts` compares them with the routes.
 * Other parameters, such as utm_* and `_t`, are removed before the page is cached and rendered.
 */
export const routeKeys: Record<string, string[]> = {
  '/prompts': list,
  '/prompts/newest': list,
  '/prompts/popular': list,
  '/prompts/highest-rated': list,
  '/prompts/proved': list,
  '/prompt/$slug': ['comments'],
  '/tools/$slug': ['comments'],
  '/compare/$id': ['comments'],
  '/prompt/$slug/forks': ['cursor'],
  '/prompt/$slug/statistics': ['year'],
  '/prompt/$slug/tests': ['run', 'case', 'cursor'],
  '/category/$slug': ['sort', 'tag', ...filterNames, 'cursor', 'view'],
  '/suggested-edits': ['role', 'decided', 'cursor'],
  '/groups/waiting': ['sent', 'decided', 'cursor'],
  '/api/docs': ['q'],
  '/tools': ['q', 'type', ...toolParameters, 'cursor'],
  '/collections': ['cursor'],
  '/contributors': ['cursor', 'period'],
  '/user/$username': ['cursor'],
  '/author/$name': ['cursor'],
  '/credits': ['cursor'],
  '/my-prompts': ['status', 'q', 'cursor'],
  '/favorites': ['q', 'sort', 'cursor'],
  '/following': ['cursor'],
  '/notifications': ['unread', 'cursor'],
  '/create-prompt': ['fork', 'suggestion', 'translate'],
  '/compare': ['prompt'],
  '/models': ['category'],
  '/admin/edit-prompt': ['id', 'q'],
  '/admin/reports': ['state', 'reason', 'cursor'],
  '/admin/comments': ['state', 'cursor'],
  '/admin/prompts': ['status', 'q', 'cursor'],
  '/admin/users': ['role', 'q', 'cursor'],
  '/admin/tools': ['q', 'dead', 'cursor'],
  '/admin/claims': ['state', 'cursor'],
  '/admin/examples': ['state', 'cursor'],
  '/admin/groups': ['q', 'cursor'],
  '/admin/messages': ['state', 'cursor'],
  '/admin/audit': ['actor', 'action', 'target', 'cursor'],
  '/auth': ['tab'],
  '/search': ['q', 'type', 'category', 'tag', ...filterNames, 'sort', 'cursor', 'view'],
}

/** The query parameters of text files, such as sitemaps, by a pattern of their paths. */
const textKeys: [RegExp, string[]][] = [
  [/^\/sitemap\/\w+\.xml$/, ['after', 'lang']],
  [/^(\/(category|user|collection)\/[^/]+)?\/feed\.xml$/, ['lang']],
  [/^\/embed\/prompt\/[^/]+$/, ['theme']],
  [/^\/prompt\/[^/]+\.md$/, ['label']],
]

/** The query parameters that are kept, by a pattern of the path. */
const known: [RegExp, string[]][] = [
  // The path of a text file may look like that of a page, whose slug would then end in .md.
  ...textKeys,
  ...Object.entries(routeKeys).map(([path, names]): [RegExp, string[]] => [
    new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`),
    names,
  ]),
]
/** A parameter is removed if its value has more characters than this. */
const valueMax = 2000

/**
 * The address under which a page is cached: its path, with the known parameters that aren't empty, in a fixed order.
 */
export function pageAddress(url: URL): string {
  const names = known.find(([path]) => path.test(url.pathname))?.[1] ?? []
  const query = new URLSearchParams()
  for (const name of names) {
    const value = url.searchParams.get(name)
    if (value && value.length <= valueMax) query.set(name, value)
  }
  return query.size > 0 ? `${url.pathname}?${query}` : url.pathname
}

/**
 * Whether an address is that of a search page. There can be any number of search pages, so they have their own small
 * cache.
 */
export function isSearch(address: string): boolean {
  return /^\/(search|tools\?q=|api\/docs\?q=)/.test(address)
}

/**
 * Whether a path is that of a text file and not of a page: a feed, a sitemap, Markdown or a card for other sites, for
 * example.
 */
export function isTextFile(path: string): boolean {
  return (
    isSkillList(path) ||
    /^\/(robots\.txt|llms\.txt|sitemap\.xml)$|^\/feed\.xml(\?|$)|^\/sitemap\/\w+\.xml(\?|$)|^\/(category|user|collection)\/[^/]+\/feed\.xml(\?|$)|^\/(prompts|tools|category\/[^/]+|collection\/[^/]+)\.md$|^\/prompt\/[^/?]+\.md(\?|$)|^\/collection\/[^/]+\.json$|^\/embed\/prompt\/[^/?]+(\?|$)/.test(
      path,
    )
  )
}
