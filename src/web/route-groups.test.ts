import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sitePages } from '#features/site/rules.ts'
import { writeRobots } from '#features/site/server/write-robots.ts'
import { pages, promptLists, sections } from '#features/site/web/site-sections.ts'
import { reservedWords } from '#lib/reserved-words.ts'
import { createApp } from '#server/app.ts'
import type { Db } from '#server/platform/db.ts'
import { quietServices } from '#test/quiet-services.ts'
import { memberParts, routeGroups, runForms } from './route-groups.ts'

/** `/auth/` is at /auth, `/prompt/$slug_/edit` at /prompt/$slug/edit. */
const pathOf = (id: string) => id.replace(/_(?=\/|$)/g, '').replace(/(?<=.)\/$/, '')
const routes = Object.entries(routeGroups).map(([id, groups]) => ({ path: pathOf(id), groups }))
const fixedPublic = routes.filter(({ path, groups }) => !groups.includes('member') && !path.includes('$'))

it('the files that the build groups with pages exist', () => {
  const files = globSync('src/**/*.{ts,tsx}').map((path) => path.split('/').at(-1) ?? '')
  const missing = [...memberParts, ...runForms].filter((name) => !files.some((file) => file.startsWith(`${name}.`)))
  expect(missing, 'names in route-groups.ts that no file has').toEqual([])
})

describe('every route for everybody', () => {
  // Except search results, which are not for search engines.
  it('is in the sitemap: add it to sitePages in src/features/site/rules.ts', () => {
    const missing = fixedPublic.filter(({ path }) => path !== '/search' && !sitePages.some((page) => page === path))
    expect(missing).toEqual([])
  })

  it('is on the sitemap page: add it to one of the lists in src/features/site/web/site-sections.ts', () => {
    const shown = ['/', '/search', ...[...sections, ...promptLists, ...pages].map(({ to }) => to)]
    expect(fixedPublic.filter(({ path }) => !shown.includes(path))).toEqual([])
  })
})

it('every route for members is closed to robots: add it in src/features/site/server/write-robots.ts', () => {
  const closed = [...writeRobots('').matchAll(/^Disallow: (.*)$/gm)].map(([, path = '']) => path)
  const open = routes.filter(
    ({ path, groups }) => groups.includes('member') && !closed.some((start) => `${path}/`.startsWith(start)),
  )
  // Below the public page of a prompt, robots.txt can't match them; their heads have noindex.
  expect(open.map(({ path }) => path)).toEqual(['/prompt/$slug/edit', '/prompt/$slug/history'])
})

/** Paths with a parameter that is a chosen slug or name. */
const named = /^\/(api\/(prompts|categories|tools|users)|prompt|category|tools|user)\//

it('no slug and no username can hide behind a fixed path: add the word to src/lib/reserved-words.ts', () => {
  const app = createApp({ ...quietServices({} as Db), db: {} as Db })
  const isParam = (part: string) => /^[:$]/.test(part)
  const paths = [...routes.map(({ path }) => path), ...app.routes.map(({ path }) => path)]
    .filter((path) => named.test(path))
    .map((path) => path.split('/'))
  const hidden = paths.flatMap((fixed) =>
    fixed.filter((word, place) => {
      const isLike = (other: string[]) =>
        other.length === fixed.length &&
        isParam(other[place] ?? '') &&
        other.every((part, at) => at === place || part === fixed[at])
      return word !== '' && !isParam(word) && !word.includes('*') && paths.some(isLike)
    }),
  )
  expect([...new Set(hidden)].filter((word) => !reservedWords.has(word))).toEqual([])
})
