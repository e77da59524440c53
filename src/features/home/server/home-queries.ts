import { sql } from 'kysely'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { readableFirst } from '#features/catalogue/list-order-rules.ts'
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
      newest: { order: 'newest', limit: homeSizes.candidates },
    }),
    readSections(
      db,
      Object.fromEntries(
        topCategories.map(({ id, slug }) => [
          slug,
          { order: 'trending', limit: homeSizes.candidates, condition: sql`p.category_id = ${id}` },
        ]),
      ) as Record<string, Section>,
    ),
    listToolSections(db, homeSizes.tools),
    listFeaturedCollections(db),
    includesAllTools ? readFullLists(db) : undefined,
  ])
  return {
    ...sections,
    newest: bestOf('newest', sections.newest),
    categories,
    topCategories,
    categoryPrompts: Object.fromEntries(
      Object.entries(categoryPrompts).map(([slug, prompts]) => [slug, bestOf('trending', prompts)]),
    ),
    featuredTools: tools.featured,
    freeTools: tools.free,
    tools: tools.all,
    topContributors: contributors.items,
    ...(collections.length > 0 && { collections }),
    ...all,
  }
}

/** Returns the prompts that a section shows. Among prompts of equal rank, those whose cards read well come first. */
function bestOf(order: 'newest' | 'trending', prompts: PromptCard[]): PromptCard[] {
  return readableFirst(order, prompts).slice(0, homeSizes.promptsPerSection)
}

/** Returns the lists that `?includeAllTools=true` adds. */
async function readFullLists(db: Db): Promise<Pick<Home, 'prompts' | 'allTools'>> {
  const [{ prompts }, tools] = await Promise.all([
    readSections(db, { prompts: { order: 'newest', limit: homeSizes.allPrompts } }),
    listTools(db, {}, { limit: homeSizes.allTools }),
  ])
  return { prompts, allTools: tools.items }
}
