import { isUnspaced } from '#features/catalogue/search-word-rules.ts'

type TermWord = { text: string; isFiller: boolean; weight: number; rarity: number }

const shorterMax = 3

/**
 * Searches with fewer of the words, of which some results have all, the most specific first. `found`: the words that each
 * result has, by their places in `words`.
 */
export function shorterTerms(words: TermWord[], found: number[][]): string[] {
  const importanceOf = (places: number[]) =>
    places.reduce((sum, place) => sum + (words[place]?.weight ?? 0) * (words[place]?.rarity ?? 0), 0)
  const all = words.filter(({ isFiller }) => !isFiller).length
  const sets = found
    .map((places) => places.filter((place) => words[place]?.isFiller === false))
    .filter(({ length }) => length > 0 && length < all)
    .sort((a, b) => importanceOf(b) - importanceOf(a))
  const chosen: number[][] = []
  for (const set of sets) {
    if (chosen.length < shorterMax && !chosen.some((other) => set.every((place) => other.includes(place))))
      chosen.push(set)
  }
  return chosen.map((set) => set.map((place) => words[place]?.text ?? '').reduce(joined))
}

/** Scripts without spaces are searched by pairs of characters, which overlap: 小红 and 红书 are 小红书. */
function joined(term: string, word: string): string {
  const [first = '', ...rest] = word
  const isNext = rest.length > 0 && isUnspaced(word) && term.endsWith(first)
  return isNext ? term + rest.join('') : `${term} ${word}`
}
