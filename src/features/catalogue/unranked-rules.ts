import type { PromptCard } from './contract.ts'
import type { PromptSort } from './rules.ts'

/**
 * Whether an order has no data to rank by yet: the list's first prompt has no votes or copies. False for later pages,
 * which don't show that prompt, and for the newest prompts, which are ordered by date.
 */
export function isUnranked(sort: PromptSort, prompts: PromptCard[], cursor: string | undefined): boolean {
  const firstPrompt = prompts[0]
  if (cursor !== undefined || firstPrompt === undefined || sort === 'newest') return false
  const isCopied = sort !== 'highest-rated' && firstPrompt.copies > 0
  const isLiked = sort !== 'popular' && firstPrompt.votes.up > 0
  return !isCopied && !isLiked
}
