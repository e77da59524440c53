import type { PromptCard } from './contract.ts'
import type { PromptSort } from './rules.ts'

/**
 * Tells whether a sort order has no data to rank by yet, because no prompt on the list's first page has the up votes or
 * copies that the order counts, or is proved. “Trending” counts recent ones, so in that order only the first prompt
 * decides. Returns false for “newest”, which orders by date, for later pages and for empty lists.
 */
export function isUnranked(sort: PromptSort, prompts: PromptCard[], cursor: string | undefined): boolean {
  if (cursor !== undefined || prompts.length === 0 || sort === 'newest') return false
  if (sort === 'proved') return !prompts.some(({ proof }) => proof?.state === 'proved')
  const decidingPrompts = sort === 'trending' ? prompts.slice(0, 1) : prompts
  return !decidingPrompts.some(
    ({ copies, votes }) => (sort !== 'highest-rated' && copies > 0) || (sort !== 'popular' && votes.up > 0),
  )
}
