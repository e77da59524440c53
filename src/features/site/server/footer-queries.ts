import { topCategories } from '#features/catalogue/server/category-queries.ts'
import { countPrompts } from '#features/catalogue/server/prompt-counts.ts'
import { countContributors } from '#features/contributors/server/contributor-queries.ts'
import { countTools } from '#features/tools/server/tool-counts.ts'
import { listToolSections } from '#features/tools/server/tool-queries.ts'
import type { Db } from '#platform/db.ts'
import type { Footer } from '../contract.ts'
import { footerCategoriesMax, footerToolsMax } from '../rules.ts'

/** Returns the data of the footer. `readHasRating` tells whether any model has a rating. */
export async function getFooter(db: Db, readHasRating: () => Promise<boolean>): Promise<Footer> {
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
