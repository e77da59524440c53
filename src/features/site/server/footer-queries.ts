import { topCategories } from '#features/catalogue/server/category-queries.ts'
import { countPrompts } from '#features/catalogue/server/prompt-counts.ts'
import { countContributors } from '#features/contributors/server/contributor-queries.ts'
import type { Db } from '#server/platform/db.ts'
import type { Footer } from '../contract.ts'
import { footerCategories } from '../rules.ts'

/** What every page says at its foot. */
export async function getFooter(db: Db): Promise<Footer> {
  const [categories, prompts, contributors] = await Promise.all([
    topCategories(db, footerCategories),
    countPrompts(db, 'all'),
    countContributors(db),
  ])
  return { categories, tools: [], stats: { prompts, tools: 0, contributors } }
}
