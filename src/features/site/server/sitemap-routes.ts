import { listCategories } from '#features/catalogue/server/category-queries.ts'
import { type Api, createApi, type Platform } from '#server/platform/api.ts'
import type { Db } from '#server/platform/db.ts'
import { type Position, readCursor, writeCursor } from '#server/platform/paging.ts'
import { sitePages } from '../rules.ts'
import type { Site } from './site.ts'
import { createSitemapParts } from './sitemap-parts.ts'
import { readPeoplePart, readPromptPart } from './sitemap-queries.ts'
import { type SitemapEntry, writeSitemap, writeSitemapIndex } from './write-sitemap.ts'
import { xmlType } from './write-xml.ts'

const kinds = {
  prompts: { path: '/sitemap/prompts.xml', read: readPromptPart },
  people: { path: '/sitemap/people.xml', read: readPeoplePart },
} as const

/** /sitemap.xml, an index, and its parts. A part is addressed by where it begins. */
export function sitemapRoutes({ db, now }: Platform, site: Site): Api {
  const api = createApi()
  const sitemapParts = createSitemapParts(db, now)

  api.get('/sitemap.xml', async (c) => {
    const { prompts, people } = await sitemapParts()
    const parts: SitemapEntry[] = [
      { path: '/sitemap/pages.xml' },
      ...prompts.map(({ after, changed }) => ({ path: partPath('prompts', after), changed: changed ?? undefined })),
      ...people.map(({ after }) => ({ path: partPath('people', after) })),
    ]
    return c.body(writeSitemapIndex(parts, site.origin()), 200, xmlType)
  })
  api.get('/sitemap/pages.xml', async (c) => c.body(writeSitemap(await pagesOf(db), site.origin()), 200, xmlType))
  for (const kind of ['prompts', 'people'] as const) {
    api.get(kinds[kind].path, async (c) => {
      const after = readCursor(`sitemap-${kind}`, c.req.query('after'))
      return c.body(writeSitemap(await kinds[kind].read(db, after), site.origin()), 200, xmlType)
    })
  }
  return api
}

function partPath(kind: keyof typeof kinds, after: Position | null): string {
  return after ? `${kinds[kind].path}?after=${writeCursor(`sitemap-${kind}`, after)}` : kinds[kind].path
}

/** Pages that there is a small number of. */
async function pagesOf(db: Db): Promise<SitemapEntry[]> {
  const categories = await listCategories(db)
  return [...sitePages, ...categories.map(({ slug }) => `/category/${slug}`)].map((path) => ({ path }))
}
