import type { PromptCard } from './contract.ts'
import type { PromptSort } from './rules.ts'

/**
 * Whether an order has nothing to go by yet: nobody voted for the list's first prompt, or copied it. Later pages don't
 * tell, and the newest prompts always have an order.
 */
export function isUnranked(sort: PromptSort, prompts: PromptCard[], cursor: string | undefined): boolean {
  const first = prompts[0]
  if (cursor !== undefined || first === undefined || sort === 'newest') return false
  const isCopied = sort !== 'highest-rated' && first.copies > 0
  const isLiked = sort !== 'popular' && first.votes.up > 0
  return !isCopied && !isLiked
}
