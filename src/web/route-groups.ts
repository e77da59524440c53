import type { FileRouteTypes } from './route-tree.gen.ts'

/**
 * Groups of pages that share code, for the chunks of the build (vite.config.ts). `member`: for members and the sign-in,
 * closed to robots. `models`: the generator, comparisons and related pages. `form`: a public page with a form.
 * `no-prompts`: shows no prompts. The others show `prompts` in full, `results` of a search, or `lists`.
 */
type RouteGroup = 'member' | 'models' | 'form' | 'no-prompts' | 'prompts' | 'results' | 'lists'

type RouteId = Exclude<FileRouteTypes['id'], '__root__'>

/** The groups of every route. A missing route is a type error. */
export const routeGroups: Record<RouteId, readonly RouteGroup[]> = {
  '/': ['prompts'],
  '/admin/': ['member'],
  '/admin/audit': ['member'],
  '/admin/categories': ['member'],
  '/admin/edit-prompt': ['member'],
  '/admin/messages': ['member'],
  '/admin/prompts': ['member'],
  '/admin/reports': ['member'],
  '/admin/tools': ['member'],
  '/admin/users': ['member'],
  '/auth/': ['member', 'no-prompts'],
  '/auth/forgot': ['member', 'no-prompts'],
  '/auth/reset': ['member', 'no-prompts'],
  '/auth/return/$provider': ['member'],
  '/auth/verify': ['member'],
  '/categories': ['no-prompts'],
  '/category/$slug': ['lists'],
  '/compare/': ['models', 'no-prompts'],
  '/compare/$id': ['models'],
  '/contact': ['form', 'no-prompts'],
  '/contributors': ['lists'],
  '/cookies': ['no-prompts'],
  '/create-prompt': ['member'],
  '/credits': ['member'],
  '/dashboard/$': ['member'],
  '/favorites': ['member'],
  '/help': ['no-prompts'],
  '/models': ['models', 'no-prompts'],
  '/my-prompts': ['member'],
  '/my-prompts_/import': ['member'],
  '/privacy': ['no-prompts'],
  '/prompt-generator': ['models', 'no-prompts'],
  '/prompt/$slug': ['prompts'],
  '/prompt/$slug_/edit': ['member'],
  '/prompt/$slug_/history': ['member'],
  '/prompts/': ['lists'],
  '/prompts/highest-rated': ['lists'],
  '/prompts/newest': ['lists'],
  '/prompts/popular': ['lists'],
  '/ranking': ['no-prompts'],
  '/search': ['results'],
  '/settings': ['member'],
  '/sitemap': ['no-prompts'],
  '/subscription/': ['member'],
  '/subscription/success': ['member'],
  '/terms': ['no-prompts'],
  '/tools/': ['lists'],
  '/tools/$slug': ['lists'],
  '/user/$username': ['lists'],
}

/** Files of the generator and of comparisons that load when one of them is opened. */
export const runForms = ['generator-tool', 'compare-here', 'comparison-form', 'comparison-page']

/** Files that only members load on public pages. */
export const memberParts = [
  'session-lifecycle',
  'user-menu',
  'author-actions',
  'report-button',
  'hidden-prompt-notice',
  'hidden-prompt-status',
  'own-marks',
  'stripe-form',
]

/** Matches the file paths of the routes in a group. */
export function routesIn(group: RouteGroup): RegExp {
  const ids = Object.entries(routeGroups).filter(([, groups]) => groups.includes(group))
  return new RegExp(`src/routes/(${ids.map(([id]) => fileOf(id).replace(/[.$]/g, '\\$&')).join('|')})\\.tsx`)
}

/** `/auth/` is auth.index, `/prompt/$slug_/edit` is prompt.$slug_.edit. */
function fileOf(id: string): string {
  return id
    .slice(1)
    .replaceAll('/', '.')
    .replace(/(^|\.)$/, '$1index')
}
