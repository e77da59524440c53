import { describe, expect, it } from 'vitest'
import { sitePages } from '#features/site/rules.ts'
import { writeRobots } from '#features/site/server/write-robots.ts'
import { blindRounds, collections, imprint, pagesFor, promptLists, sections } from '#features/site/web/site-sections.ts'
import { reservedWords } from '#lib/reserved-words.ts'
import { createApp } from '#server/app.ts'
import type { Db } from '#server/platform/db.ts'
import { createTestServices } from '#test/test-services.ts'
import type { FileRouteTypes } from './route-tree.gen.ts'

type RouteId = Exclude<FileRouteTypes['id'], '__root__'>

/**
 * Who each page is for. Robots may only read pages for everybody, so the pages for signing in count as pages for
 * members. A route that is missing here causes a type error.
 */
const audience: Record<RouteId, 'everybody' | 'members'> = {
  '/': 'everybody',
  '/admin/': 'members',
  '/admin/audit': 'members',
  '/admin/categories': 'members',
  '/admin/edit-prompt': 'members',
  '/admin/claims': 'members',
  '/admin/examples': 'members',
  '/admin/comments': 'members',
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
  '/notifications': 'members',
  '/help': 'everybody',
  '/imprint': 'everybody',
  '/models': 'everybody',
  '/mcp': 'everybody',
  '/mcp_/c/$slug': 'everybody',
  '/my-collections': 'members',
  '/suggested-edits': 'members',
  '/suggested-edit/$id': 'members',
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
const fixedPublic = routes.filter(({ path, isPublic }) => isPublic && !path.includes('$'))

describe('every public route', () => {
  // Search results are excepted, because search engines must not index them, and so is the imprint, which not every
  // site has.
  it('is in the sitemap: add it to sitePages in src/features/site/rules.ts', () => {
    const missing = fixedPublic.filter(
      ({ path }) => !['/search', '/imprint'].includes(path) && !sitePages.some((page) => page === path),
    )
    expect(missing).toEqual([])
  })

  it('is on the sitemap page: add it to one of the lists in src/features/site/web/site-sections.ts', () => {
    const listedPaths = [
      '/',
      '/search',
      ...[...sections, ...promptLists, ...pagesFor(true), imprint, blindRounds, collections].map(({ to }) => to),
    ]
    expect(fixedPublic.filter(({ path }) => !listedPaths.includes(path))).toEqual([])
  })
})

it('every route for members is closed to robots: add it in src/features/site/server/write-robots.ts', () => {
  const disallowedPaths = [...writeRobots('').matchAll(/^Disallow: (.*)$/gm)].map(([, path = '']) => path)
  const open = routes.filter(
    ({ path, isPublic }) => !isPublic && !disallowedPaths.some((start) => `${path}/`.startsWith(start)),
  )
  // These are below public pages of prompts and collections, so robots.txt can't exclude them. Their heads contain
  // noindex.
  expect(open.map(({ path }) => path)).toEqual([
    '/collection/$slug/edit',
    '/prompt/$slug/edit',
    '/prompt/$slug/history',
    '/prompt/$slug/statistics',
    '/prompt/$slug/suggest',
  ])
})

/** Matches paths in which a parameter is a slug or a name that users choose. */
const pathWithName = /^\/(api\/(prompts|categories|tools|users)|prompt|category|tools|user)\//

it('no word of a fixed path can be a slug or a username: add the word to src/lib/reserved-words.ts', () => {
  const app = createApp({ ...createTestServices({} as Db), db: {} as Db })
  const isParam = (part: string) => /^[:$]/.test(part)
  const paths = [...routes.map(({ path }) => path), ...app.routes.map(({ path }) => path)]
    .filter((path) => pathWithName.test(path))
    .map((path) => path.split('/'))
  const ambiguousWords = paths.flatMap((fixed) =>
    fixed.filter((word, position) => {
      const isLike = (other: string[]) =>
        other.length === fixed.length &&
        isParam(other[position] ?? '') &&
        other.every((part, at) => at === position || part === fixed[at])
      return word !== '' && !isParam(word) && !word.includes('*') && paths.some(isLike)
    }),
  )
  expect([...new Set(ambiguousWords)].filter((word) => !reservedWords.has(word))).toEqual([])
})
