import { editDistance } from '#lib/edit-distance.ts'
import { msg } from '#lib/texts.ts'

/** How many characters a search term may have. */
export const queryMax = 1000

/** The maximum numbers of people, of tags to narrow the results by, and of suggestions while somebody types. */
export const searchLimits = {
  people: 5,
  tagFacets: 8,
  suggestions: 8,
  /** Shorter terms get no suggestions, because too many words begin with them. */
  suggestionMinChars: 2,
} as const

export const searchSorts = ['relevance', 'newest', 'popular'] as const
export type SearchSort = (typeof searchSorts)[number]

/** The terms of the links below a search field. A name has no label. Most prompts are in English, and so are the terms. */
export const popularSearches = [
  { query: 'ChatGPT', label: null },
  { query: 'Writing', label: msg('Writing') },
  { query: 'Code', label: msg('Code') },
  { query: 'Image', label: msg('Image') },
] as const

/** The tasks that the search page suggests if there is no term. Their queries are in English too. */
export const everydayTasks = [
  { query: 'Write a cover letter', label: msg('Write a cover letter') },
  { query: 'Answer a complaint', label: msg('Answer a complaint') },
  { query: 'Plan a trip', label: msg('Plan a trip') },
  { query: 'Explain a topic', label: msg('Explain a topic') },
  { query: 'Summarize a text', label: msg('Summarize a text') },
  { query: 'Plan meals', label: msg('Plan meals') },
  { query: 'Practice an interview', label: msg('Practice an interview') },
  { query: 'Translate an email', label: msg('Translate an email') },
] as const

/** Tells whether a term contains all words of a name next to each other, as “chatgpt prompts” contains ChatGPT. */
export function termContainsName(name: string, term: string): boolean {
  const nameWords = plainWordsOf(name)
  return nameWords !== '' && ` ${plainWordsOf(term)} `.includes(` ${nameWords} `)
}

/** Returns the words of a text in the form in which they are indexed (`plainWord`), separated by spaces. */
function plainWordsOf(text: string): string {
  return (plainWord(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
}

/** Trims a search term. Returns null if nothing is left, so that an empty term isn't submitted. */
export function submittableTerm(term: string): string | null {
  return term.trim() || null
}

/** Returns a word in the form in which it is indexed: in lower case and without accents. */
export function plainWord(word: string): string {
  return word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
}

/**
 * Tells whether somebody who typed `mistyped` may have meant `known`: the words differ by one typo, or by up to two if
 * `mistyped` has 6 or more letters.
 */
export function isNearEnough(mistyped: string, known: string): boolean {
  return editDistance(mistyped, known) <= (mistyped.length < 6 ? 1 : 2)
}

/**
 * Returns all words that result from swapping two neighboring letters. A swap in a short word leaves too few of its
 * trigrams for a search by similarity. Returns none for a word that can't be corrected.
 */
export function swappedSpellings(word: string): string[] {
  if (!isCorrectable(word)) return []
  const letters = [...word]
  return letters.slice(1).map((letter, index) => letters.toSpliced(index, 2, letter, letters[index] ?? '').join(''))
}

/** Tells whether typos in a word can be corrected. The word must have 3 to 40 characters and not be a number. */
export function isCorrectable(word: string): boolean {
  return word.length >= 3 && word.length <= 40 && !/^\d+$/.test(word)
}
