import { sql } from 'kysely'
import { listCategories } from '#features/catalogue/server/category-queries.ts'
import { featuredSection, readSections, type Section } from '#features/catalogue/server/prompt-queries.ts'
import { listFeaturedCollections } from '#features/collections/server/collection-queries.ts'
import { listContributors } from '#features/contributors/server/contributor-queries.ts'
import { listToolSections, listTools } from '#features/tools/server/tool-queries.ts'
import type { Db } from '#platform/db.ts'
import type { Home } from '../contract.ts'
import { homeSizes } from '../rules.ts'

/** Returns everything on the home page. `includesAllTools` adds the lists `prompts` and `allTools`. */
export async function getHome(db: Db, includesAllTools: boolean): Promise<Home> {
  const [categories, contributors] = await Promise.all([
    listCategories(db),
    listContributors(db, { limit: homeSizes.topContributors }),
  ])
  // The sort is stable, so categories with equal counts keep their order.
  const topCategories = categories.toSorted((a, b) => b.promptCount - a.promptCount).slice(0, homeSizes.topCategories)
  const limit = homeSizes.promptsPerSection
  const [sections, categoryPrompts, tools, collections, all] = await Promise.all([
    readSections(db, {
      featured: featuredSection(limit),
      mostRated: { order: 'highest-rated', limit, condition: sql`p.rating > 0` },
      mostCopied: { order: 'popular', limit, condition: sql`p.copies > 0` },
      newest: { order: 'newest', limit },
    }),
    readSections(
      db,
      Object.fromEntries(
        topCategories.map(({ id, slug }) => [
          slug,
          { order: 'trending', limit, condition: sql`p.category_id = ${id}` },
        ]),
      ) as Record<string, Section>,
    ),
    listToolSections(db, homeSizes.tools),
    listFeaturedCollections(db),
    includesAllTools ? readFullLists(db) : undefined,
  ])
  return {
    ...sections,
    categories,
    topCategories,
    categoryPrompts,
    featuredTools: tools.featured,
    freeTools: tools.free,
    tools: tools.all,
    topContributors: contributors.items,
    ...(collections.length > 0 && { collections }),
    ...all,
  }
}

/** Returns the lists that `?includeAllTools=true` adds. */
async function readFullLists(db: Db): Promise<Pick<Home, 'prompts' | 'allTools'>> {
  const [{ prompts }, tools] = await Promise.all([
    readSections(db, { prompts: { order: 'newest', limit: homeSizes.allPrompts } }),
    listTools(db, {}, { limit: homeSizes.allTools }),
  ])
  return { prompts, allTools: tools.items }
}
