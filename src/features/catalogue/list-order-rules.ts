import type { PromptCard } from './contract.ts'
import { isReadable } from './readable-rules.ts'
import type { PromptSort } from './rules.ts'

/** Sorted prompts in which, of neighbors that the order ranks alike, those with a readable excerpt come first. */
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

/** What readers see of a prompt's place in an order; a date is as exact as a card shows it. */
function rankOf(sort: PromptSort, { votes, copies, createdAt }: PromptCard): string {
  const day = createdAt.slice(0, 10)
  if (sort === 'newest') return day
  if (sort === 'popular') return String(copies)
  if (sort === 'highest-rated') return `${votes.up} ${votes.down}`
  return `${votes.up} ${votes.down} ${copies} ${day}`
}
