import { topCategories } from '#features/catalogue/server/category-queries.ts'
import { countPrompts } from '#features/catalogue/server/prompt-counts.ts'
import { createRatingCheck } from '#features/comparison/server/leaderboard-queries.ts'
import { countContributors } from '#features/contributors/server/contributor-queries.ts'
import { countTools } from '#features/tools/server/tool-counts.ts'
import { listToolSections } from '#features/tools/server/tool-queries.ts'
import { t } from '#lib/texts.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import type { Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { siteContract as contract, type Footer } from '../contract.ts'
import { footerCategoriesMax, footerToolsMax } from '../rules.ts'
import { collectionRoutes } from './collection-routes.ts'
import { dumpRoutes } from './dump-routes.ts'
import { embedRoutes } from './embed-routes.ts'
import { shareRoutes } from './share-routes.ts'
import type { Site } from './site.ts'
import { sitemapRoutes } from './sitemap-routes.ts'
import { textRoutes } from './text-routes.ts'

/**
 * Creates the endpoints of the footer and the legal pages, and those for robots, programs and other sites: texts,
 * feeds, sitemaps, share images, cards and the dump.
 */
export function siteRoutes(platform: Platform, site: Site): Api {
  const api = createApi()
  const readHasRatedModel = createRatingCheck(platform.db, platform.now)
  api.openapi(contract.getFooter, async (c) => c.json(await getFooter(platform.db, readHasRatedModel), 200))
  api.openapi(contract.getLegalPage, async (c) => {
    const page = site.legalPages?.get(c.req.valid('param').name)
    if (!page) throw notFound(t('This page'))
    return c.json(page, 200)
  })
  api.route('/', sitemapRoutes(platform, site))
  api.route('/', textRoutes(platform, site))
  api.route('/', collectionRoutes(platform, site))
  api.route('/', shareRoutes(platform, site))
  api.route('/', embedRoutes(platform, site))
  api.route('/', dumpRoutes(platform, site))
  return api
}

/** Returns the data of the footer. `readHasRating` tells whether any model has a rating. */
async function getFooter(db: Db, readHasRating: () => Promise<boolean>): Promise<Footer> {
  const [categories, prompts, contributors, tools, sections, rated] = await Promise.all([
    topCategories(db, footerCategoriesMax),
    countPrompts(db, 'all'),
    countContributors(db),
    countTools(db),
    listToolSections(db, footerToolsMax),
    readHasRating(),
  ])
  return { categories, tools: sections.all, stats: { prompts, tools, contributors }, rated }
}
