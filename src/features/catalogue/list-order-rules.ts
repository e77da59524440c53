import type { PromptCard } from './contract.ts'
import { isReadable } from './readable-rules.ts'
import type { PromptSort } from './rules.ts'

/** Moves prompts with a readable excerpt before neighbors of equal rank. */
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

/** The numbers that an order ranks a prompt by, only as exact as a card shows them: dates without the time. */
function rankOf(sort: PromptSort, { votes, copies, createdAt }: PromptCard): string {
  const day = createdAt.slice(0, 10)
  if (sort === 'newest') return day
  if (sort === 'popular') return String(copies)
  if (sort === 'highest-rated') return `${votes.up} ${votes.down}`
  return `${votes.up} ${votes.down} ${copies} ${day}`
}
