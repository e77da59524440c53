import { sql } from 'kysely'
import { listCategories, topCategories } from '#features/catalogue/server/category-queries.ts'
import { firstPrompts, listFeatured, newestByCategory } from '#features/catalogue/server/prompt-queries.ts'
import { listContributors } from '#features/contributors/server/contributor-queries.ts'
import type { Db } from '#server/platform/db.ts'
import type { Home } from '../contract.ts'
import { homeSizes } from '../rules.ts'

/** Everything on the home page. `includeAll` adds the lists of `?includeAllTools=true`. */
export async function getHome(db: Db, includeAll: boolean): Promise<Home> {
  const { promptsPerSection: few } = homeSizes
  const [featured, mostRated, mostCopied, newest, categories, blocks, contributors, prompts] = await Promise.all([
    listFeatured(db, few),
    firstPrompts(db, 'highest-rated', few, sql`p.rating > 0`),
    firstPrompts(db, 'popular', few, sql`p.copies > 0`),
    firstPrompts(db, 'newest', few),
    listCategories(db),
    getCategoryBlocks(db),
    listContributors(db, { limit: homeSizes.topContributors }),
    includeAll ? firstPrompts(db, 'newest', homeSizes.allPrompts) : undefined,
  ])
  return {
    featured,
    mostRated,
    mostCopied,
    newest,
    categories,
    ...blocks,
    featuredTools: [],
    freeTools: [],
    tools: [],
    topContributors: contributors.items,
    ...(includeAll && { prompts, allTools: [] }),
  }
}

async function getCategoryBlocks(db: Db): Promise<Pick<Home, 'topCategories' | 'categoryPrompts'>> {
  const top = await topCategories(db, homeSizes.topCategories)
  const found = await newestByCategory(
    db,
    top.map((category) => category.id),
    homeSizes.promptsPerSection,
  )
  return { topCategories: top, categoryPrompts: Object.fromEntries(top.map(({ slug }) => [slug, found[slug] ?? []])) }
}
