import { editDistance } from '#lib/edit-distance.ts'

/** Limits of a search. Owner of these numbers. */
export const searchLimits = {
  queryMax: 1000,
  /** Matches are ranked and counted up to here; beyond it the total is a floor. */
  candidates: 1000,
  people: 5,
  tagFacets: 12,
} as const

export const searchSorts = ['relevance', 'newest', 'popular'] as const
export type SearchSort = (typeof searchSorts)[number]

/** Shortcuts below a search field. */
export const popularSearches = ['ChatGPT', 'Writing', 'Code', 'Image'] as const

/** A search term as it is submitted: trimmed; null when blank, which is not submitted. */
export function submittableTerm(term: string): string | null {
  return term.trim() || null
}

/** A word as search knows it: lower case, without accents. */
export function plainWord(word: string): string {
  return word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
}

/** Whether a known word is near enough to be what was meant: one mistake, in words of 6 letters or more also two. */
export function isNearEnough(mistyped: string, known: string): boolean {
  return editDistance(mistyped, known) <= (mistyped.length < 6 ? 1 : 2)
}

/** The word with each two neighbours swapped: in a short word a swap leaves nothing else alike. */
export function swapsOf(word: string): string[] {
  const letters = [...word]
  return letters.slice(1).map((letter, index) => letters.toSpliced(index, 2, letter, letters[index] ?? '').join(''))
}

/** Whether a typing mistake in this word can be told: 3 to 40 characters, not a number. */
export function correctable(word: string): boolean {
  return word.length >= 3 && word.length <= 40 && !/^\d+$/.test(word)
}
