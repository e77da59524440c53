import { describe, expect, it } from 'vitest'
import type { FileRouteTypes } from '#app/route-tree.gen.ts'
import { sitePages } from '#features/site/rules.ts'
import { writeRobots } from '#features/site/server/write-robots.ts'
import { blindRounds, collections, imprint, pagesFor, promptLists, sections } from '#features/site/web/site-sections.ts'
import { reservedWords } from '#lib/reserved-words.ts'
import type { Db } from '#platform/database/db.ts'
import { createApp } from '#server/app.ts'
import { createTestServices } from '#test/test-services.ts'

type RouteId = Exclude<FileRouteTypes['id'], '__root__'>

/**
 * Who each page is for. Pages that robots shouldn't read, such as those for signing in, count as pages for members even
 * if visitors can open them. A route that is missing here causes a type error.
 */
const audience: Record<RouteId, 'everybody' | 'members'> = {
  '/': 'everybody',
  '/admin/': 'members',
  '/api/docs/': 'everybody',
  '/api/docs/$subject': 'everybody',
  '/admin/audit': 'members',
  '/admin/categories': 'members',
  '/admin/edit-prompt': 'members',
  '/admin/claims': 'members',
  '/admin/examples': 'members',
  '/admin/comments': 'members',
  '/admin/groups': 'members',
  '/admin/groups_/$slug': 'members',
  '/admin/health': 'members',
  '/admin/invitations': 'members',
  '/admin/messages': 'members',
  '/admin/models': 'members',
  '/admin/prompts': 'members',
  '/admin/reports': 'members',
  '/admin/tools': 'members',
  '/admin/users': 'members',
  '/auth/': 'members',
  '/auth/forgot': 'members',
  '/auth/reset': 'members',
  '/auth/return/$provider': 'members',
  '/auth/verify': 'members',
  '/categories': 'everybody',
  '/category/$slug': 'everybody',
  '/collection/$slug': 'everybody',
  '/collection/$slug_/edit': 'members',
  '/collections': 'everybody',
  '/compare/': 'everybody',
  '/compare/$id': 'everybody',
  '/compare/vote': 'everybody',
  '/contact': 'everybody',
  '/contributors': 'everybody',
  '/cookies': 'everybody',
  '/create-prompt': 'members',
  '/credits': 'members',
  '/dashboard/$': 'members',
  '/favorites': 'members',
  '/following': 'members',
  '/group/$slug': 'members',
  '/groups': 'members',
  '/groups_/waiting': 'members',
  '/notifications': 'members',
  '/help': 'everybody',
  '/imprint': 'everybody',
  '/models': 'everybody',
  '/mcp': 'everybody',
  '/mcp_/c/$slug': 'everybody',
  '/mcp_/me': 'everybody',
  '/my-collections': 'members',
  '/suggested-edits': 'members',
  '/suggested-edit/$id': 'members',
  '/approval/$id': 'members',
  '/approval/$id_/edit': 'members',
  '/my-prompts': 'members',
  '/my-prompts_/import': 'members',
  '/privacy': 'everybody',
  '/prompt-generator': 'everybody',
  '/prompt/$slug': 'everybody',
  '/prompt/$slug_/edit': 'members',
  '/prompt/$slug_/forks': 'everybody',
  '/prompt/$slug_/tests': 'everybody',
  '/prompt/$slug_/history': 'members',
  '/prompt/$slug_/statistics': 'members',
  '/prompt/$slug_/suggest': 'members',
  '/prompts/': 'everybody',
  '/prompts/highest-rated': 'everybody',
  '/prompts/proved': 'everybody',
  '/prompts/newest': 'everybody',
  '/prompts/popular': 'everybody',
  '/ranking': 'everybody',
  '/search': 'everybody',
  '/settings': 'members',
  '/sitemap': 'everybody',
  '/subscription/': 'members',
  '/subscription/success': 'members',
  '/terms': 'everybody',
  '/tools/': 'everybody',
  '/tools/$slug': 'everybody',
  '/user/$username': 'everybody',
  '/author/$name': 'everybody',
}

/** The path of a route: `/auth/` is at /auth, and `/prompt/$slug_/edit` at /prompt/$slug/edit. */
const pathOf = (id: string) => id.replace(/_(?=\/|$)/g, '').replace(/(?<=.)\/$/, '')
const routes = Object.entries(audience).map(([id, whom]) => ({ path: pathOf(id), isPublic: whom === 'everybody' }))
// The endpoint for apps redirects people to /mcp.
const fixedPublicRoutes = routes.filter(({ path, isPublic }) => isPublic && !path.includes('$') && path !== '/mcp/me')

describe('every public route with a fixed path', () => {
  // Search results are excepted, because search engines must not index them, and so is the imprint, which not every
  // site has.
  it('is in the sitemap: add it to sitePages in src/features/site/rules.ts', () => {
    const missing = fixedPublicRoutes.filter(
      ({ path }) => !['/search', '/imprint'].includes(path) && !sitePages.some((page) => page === path),
    )
    expect(missing).toEqual([])
  })

  it('is on the sitemap page: add it to one of the lists in src/features/site/web/site-sections.ts', () => {
    // Some model has a rating, so the leaderboard is listed too.
    const hasRating = true
    const listedPaths = [
      '/',
      '/search',
      ...[...sections, ...promptLists, ...pagesFor(hasRating), imprint, blindRounds, collections].map(({ to }) => to),
    ]
    expect(fixedPublicRoutes.filter(({ path }) => !listedPaths.includes(path))).toEqual([])
  })
})

it('robots.txt excludes every route for members, except those below public pages: add it to write-robots.ts', () => {
  const disallowedPrefixes = [...writeRobots('', [{ prefix: '' }]).matchAll(/^Disallow: (.*)$/gm)].map(
    ([, path = '']) => path,
  )
  const allowed = routes.filter(
    ({ path, isPublic }) => !isPublic && !disallowedPrefixes.some((prefix) => `${path}/`.startsWith(prefix)),
  )
  // These are below the public pages of prompts and collections. Our robots.txt excludes only what begins with a fixed
  // path, so these pages contain noindex instead.
  expect(allowed.map(({ path }) => path)).toEqual([
    '/collection/$slug/edit',
    '/prompt/$slug/edit',
    '/prompt/$slug/history',
    '/prompt/$slug/statistics',
    '/prompt/$slug/suggest',
  ])
})

/** Matches paths by their first parts, if a slug or a username can follow these. */
const pathWithName = /^\/(api\/(prompts|categories|tools|users)|prompt|category|tools|user)\//

it('a fixed word where another path has a slug or a username is reserved: add it to src/lib/reserved-words.ts', () => {
  const app = createApp({ ...createTestServices({} as Db), db: {} as Db })
  const isParam = (part: string) => /^[:$]/.test(part)
  const paths = [...routes.map(({ path }) => path), ...app.routes.map(({ path }) => path)]
    .filter((path) => pathWithName.test(path))
    .map((path) => path.split('/'))
  const ambiguousWords = paths.flatMap((path) =>
    path.filter((word, position) => {
      const hasParamHere = (other: string[]) =>
        other.length === path.length &&
        isParam(other[position] ?? '') &&
        other.every((part, index) => index === position || part === path[index])
      return word !== '' && !isParam(word) && !word.includes('*') && paths.some(hasParamHere)
    }),
  )
  expect([...new Set(ambiguousWords)].filter((word) => !reservedWords.has(word))).toEqual([])
})
