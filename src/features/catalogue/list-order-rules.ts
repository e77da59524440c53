import { withoutBraces } from '#features/variables/variable-rules.ts'
import { isLetter } from '#lib/letters.ts'
import { cutText } from '#lib/well-formed.ts'
import type { PromptCard } from './contract.ts'
import { type PromptSort, publicationTime } from './rules.ts'

/** Moves prompts whose cards read well (`isReadable`) ahead of neighbors of the same rank. */
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
 * Returns the values that a sort order ranks a prompt by, no more precise than on a card: dates without the time.
 */
function rankOf(sort: PromptSort, prompt: PromptCard): string {
  const { votes, copies, featured } = prompt
  const day = cutText(publicationTime(prompt), 10)
  if (sort === 'newest') return day
  if (sort === 'popular') return `${copies} ${featured}`
  if (sort === 'highest-rated') return `${votes.up} ${votes.down} ${featured}`
  return `${votes.up} ${votes.down} ${copies} ${day}`
}

/**
 * Tells whether a sort order has no data to rank by yet, because no prompt on the list's first page has the up votes or
 * copies that the order counts. “Trending” counts recent ones, so in that order only the first prompt decides. Returns
 * false for “newest”, which orders by date, for later pages and for empty lists.
 */
export function isUnranked(sort: PromptSort, prompts: PromptCard[], cursor: string | undefined): boolean {
  if (cursor !== undefined || prompts.length === 0 || sort === 'newest') return false
  const decidingPrompts = sort === 'trending' ? prompts.slice(0, 1) : prompts
  return !decidingPrompts.some(
    ({ copies, votes }) => (sort !== 'highest-rated' && copies > 0) || (sort !== 'popular' && votes.up > 0),
  )
}

/** The minimum share of letters and spaces in prose. */
const proseShare = 0.82
/** The minimum number of letters in a useful excerpt, and in a useful title. */
const lettersMin = 24
const titleMin = 4

/**
 * Tells whether a card reads well. Its title must be long enough and not start in lower case, and its excerpt must
 * begin like a sentence and be neither markup nor a list of settings. Other prompts can still be good, so lists only
 * put them after readable ones of the same rank.
 */
export function isReadable({ title, excerpt }: { title: string; excerpt: string }): boolean {
  if (count(title).letters < titleMin || /^\p{Ll}/u.test(title)) return false
  const text = withoutBraces(excerpt).trim()
  const isSentence = /^["“'‘(¿¡]?[\p{Lu}\p{Lo}\p{N}]/u.test(text) && !/[{}<>|]|https?:|\w_\w|\w=\w/.test(text)
  if (!isSentence) return false
  const { letters, spaces, characters } = count(text)
  return letters >= lettersMin && (letters + spaces) / characters >= proseShare
}

function count(text: string): { letters: number; spaces: number; characters: number } {
  const counts = { letters: 0, spaces: 0, characters: 0 }
  for (const character of text) {
    counts.characters++
    if (isLetter(character)) counts.letters++
    else if (/\s/.test(character)) counts.spaces++
  }
  return counts
}
