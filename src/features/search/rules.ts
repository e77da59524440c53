import { editDistance } from '#lib/edit-distance.ts'

/** The longest search term, in characters. Not among the limits below, which no browser needs. */
export const queryMax = 1000

/** The most results of each kind. */
export const searchLimits = {
  people: 5,
  tagFacets: 12,
  suggestions: 7,
  /** Fewer characters are the beginning of too many words. */
  suggestedFrom: 2,
} as const

export const searchSorts = ['relevance', 'newest', 'popular'] as const
export type SearchSort = (typeof searchSorts)[number]

/** The links below a search field. */
export const popularSearches = ['ChatGPT', 'Writing', 'Code', 'Image'] as const

/** Tasks that the page without a term suggests. */
export const everydayTasks = [
  'Write a cover letter',
  'Answer a complaint',
  'Plan a trip',
  'Explain a topic',
  'Summarize a text',
  'Plan meals',
  'Practice an interview',
  'Translate an email',
] as const

/** Whether a search asks for a name: all of the name's words are in it, side by side. “chatgpt prompts” names ChatGPT. */
export function isNamed(name: string, term: string): boolean {
  const words = wordsOf(name)
  return words !== '' && ` ${wordsOf(term)} `.includes(` ${words} `)
}

function wordsOf(text: string): string {
  return (plainWord(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
}

/** A search term to submit: trimmed, or null if blank, which is not submitted. */
export function submittableTerm(term: string): string | null {
  return term.trim() || null
}

/** A word as search indexes it: lower case, without accents. */
export function plainWord(word: string): string {
  return word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
}

/** Whether a known word may be the intended one: one typing mistake, or two in words of at least 6 letters. */
export function isNearEnough(mistyped: string, known: string): boolean {
  return editDistance(mistyped, known) <= (mistyped.length < 6 ? 1 : 2)
}

/** The word with each pair of neighboring letters swapped. Short words with a swap share too little with the original. */
export function swapsOf(word: string): string[] {
  const letters = [...word]
  return letters.slice(1).map((letter, index) => letters.toSpliced(index, 2, letter, letters[index] ?? '').join(''))
}

/** Whether typing mistakes in this word can be corrected: 3 to 40 characters, not a number. */
export function correctable(word: string): boolean {
  return word.length >= 3 && word.length <= 40 && !/^\d+$/.test(word)
}
