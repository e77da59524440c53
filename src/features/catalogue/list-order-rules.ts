import type { PromptCard } from './contract.ts'
import { isReadable } from './readable-rules.ts'
import { type PromptSort, publicationTime } from './rules.ts'

/** Moves prompts whose cards read well (`isReadable`) before neighbors of the same rank. */
export function readableFirst(sort: PromptSort, prompts: PromptCard[]): PromptCard[] {
  const groups: PromptCard[][] = []
  for (const prompt of prompts) {
    const group = groups.at(-1)
    if (group?.[0] && rankOf(sort, group[0]) === rankOf(sort, prompt)) group.push(prompt)
    else groups.push([prompt])
  }
  return groups.flatMap((group) => {
    if (group.length === 1) return group
    const readable = new Set(group.filter(isReadable))
    return [...readable, ...group.filter((prompt) => !readable.has(prompt))]
  })
}

/**
 * Returns the values that a sort order ranks a prompt by, only as precise as a card shows them: dates without the time.
 */
function rankOf(sort: PromptSort, prompt: PromptCard): string {
  const { votes, copies, featured } = prompt
  const day = publicationTime(prompt).slice(0, 10)
  if (sort === 'newest') return day
  if (sort === 'popular') return `${copies} ${featured}`
  if (sort === 'highest-rated') return `${votes.up} ${votes.down} ${featured}`
  return `${votes.up} ${votes.down} ${copies} ${day}`
}

/**
 * Tells whether a sort order has no data to rank by yet, because the list's first prompt has none of the up votes or
 * copies that the order counts. Returns false for “newest”, which orders by date, and for later pages, which don't
 * contain that prompt.
 */
export function isUnranked(sort: PromptSort, prompts: PromptCard[], cursor: string | undefined): boolean {
  const firstPrompt = prompts[0]
  if (cursor !== undefined || firstPrompt === undefined || sort === 'newest') return false
  const isCopied = sort !== 'highest-rated' && firstPrompt.copies > 0
  const isLiked = sort !== 'popular' && firstPrompt.votes.up > 0
  return !isCopied && !isLiked
}
