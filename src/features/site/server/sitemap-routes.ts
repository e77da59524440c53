import { listCategories } from '#features/catalogue/server/category-queries.ts'
import { fileInLanguage } from '#lib/language.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import type { Db } from '#platform/database/db.ts'
import { siteLanguages } from '#platform/languages.ts'
import { cursorKeys, type Position, readCursor, writeCursor } from '#platform/paging.ts'
import { sitePages } from '../rules.ts'
import { inFileLanguage } from './file-language.ts'
import type { Site } from './site.ts'
import { createSitemapParts, type SitemapKind } from './sitemap-parts.ts'
import { readPart, readPromptPart } from './sitemap-queries.ts'
import { type SitemapEntry, writeSitemap, writeSitemapIndex } from './write-sitemap.ts'
import { xmlType } from './write-xml.ts'

const kinds: SitemapKind[] = ['prompts', 'tools', 'collections', 'people', 'authors']

/**
 * Creates the endpoints of /sitemap.xml, which is an index, and of its parts. A part's address contains the position
 * after which it begins, unless it is the first of its kind. Each language has its own parts, so that none is too big.
 */
export function sitemapRoutes({ db, now }: Platform, site: Site): Api {
  const api = createApi()
  const readSitemapParts = createSitemapParts(db, now)

  api.get('/sitemap.xml', async (c) => {
    const partsByKind = await readSitemapParts()
    const parts = siteLanguages().flatMap((language): SitemapEntry[] => [
      { path: fileInLanguage(pagesPath, language) },
      ...kinds.flatMap((kind) =>
        partsByKind[kind].map(({ after, changed }) => ({
          path: fileInLanguage(partPath(kind, after), language),
          changed: changed ?? undefined,
        })),
      ),
    ])
    return c.body(writeSitemapIndex(parts, site.origin()), 200, xmlType)
  })
  api.use('/sitemap/*', inFileLanguage)
  const write = (pages: SitemapEntry[]) => writeSitemap(pages, site.origin(), siteLanguages())
  api.get(pagesPath, async (c) => c.body(write(await listFixedPages(db, site)), 200, xmlType))
  for (const kind of kinds) {
    api.get(partPath(kind, null), async (c) => {
      const after = readCursor(
        `sitemap-${kind}`,
        c.req.query('after'),
        kind === 'prompts' ? cursorKeys.time : cursorKeys.none,
      )
      const pages = await (kind === 'prompts' ? readPromptPart(db, after) : readPart(db, kind, after))
      return c.body(write(pages), 200, xmlType)
    })
  }
  return api
}

/** The path of the part of the sitemap with the pages of `listFixedPages`. */
const pagesPath = '/sitemap/pages.xml'

function partPath(kind: SitemapKind, after: Position | null): string {
  return `/sitemap/${kind}.xml${after ? `?after=${writeCursor(`sitemap-${kind}`, after)}` : ''}`
}

/** Returns the pages that aren't read in parts: those about the site, and the categories. */
async function listFixedPages(db: Db, { legalPages }: Site): Promise<SitemapEntry[]> {
  const categories = await listCategories(db)
  const imprint = legalPages?.has('imprint') ? ['/imprint'] : []
  return [...sitePages, ...imprint, ...categories.map(({ slug }) => `/category/${slug}`)].map((path) => ({ path }))
}
