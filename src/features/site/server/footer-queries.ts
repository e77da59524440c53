import { topCategories } from '#features/catalogue/server/category-queries.ts'
import { countPrompts } from '#features/catalogue/server/prompt-counts.ts'
import { countContributors } from '#features/contributors/server/contributor-queries.ts'
import { countTools } from '#features/tools/server/tool-counts.ts'
import { fillToolSections } from '#features/tools/server/tool-queries.ts'
import type { Db } from '#server/platform/db.ts'
import type { Footer } from '../contract.ts'
import { footerCategories, footerTools } from '../rules.ts'

/** The data of the footer. */
export async function getFooter(db: Db): Promise<Footer> {
  const [categories, prompts, contributors, tools, sections] = await Promise.all([
    topCategories(db, footerCategories),
    countPrompts(db, 'all'),
    countContributors(db),
    countTools(db),
    fillToolSections(db, footerTools),
  ])
  return { categories, tools: sections.all, stats: { prompts, tools, contributors } }
}
