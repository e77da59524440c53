import { isUnspaced } from '#features/text-search/indexed-text-rules.ts'

/**
 * A word of the search term. A filler such as “help” only introduces the request, so shorter terms leave it out. Words
 * with a higher `weight` or `rarity` make a term more specific (prompt-search/ranking-rules.ts).
 */
type TermWord = { text: string; isFiller: boolean; weight: number; rarity: number }

/** The maximum number of shorter terms that are suggested. */
const shorterMax = 3

/**
 * Returns shorter search terms that find at least one of the results, most specific first. `found` has, for each result,
 * the indexes in `words` of the words that it contains.
 */
export function chooseShorterTerms(words: TermWord[], found: number[][]): string[] {
  const importanceOf = (indexes: number[]) =>
    indexes.reduce((sum, index) => sum + (words[index]?.weight ?? 0) * (words[index]?.rarity ?? 0), 0)
  const nonFillerCount = words.filter(({ isFiller }) => !isFiller).length
  const sets = found
    .map((indexes) => indexes.filter((index) => words[index]?.isFiller === false))
    .filter(({ length }) => length > 0 && length < nonFillerCount)
    .sort((a, b) => importanceOf(b) - importanceOf(a))
  const chosen: number[][] = []
  for (const set of sets) {
    if (chosen.length < shorterMax && !chosen.some((other) => set.every((index) => other.includes(index))))
      chosen.push(set)
  }
  return chosen.map((set) => set.map((index) => words[index]?.text ?? '').reduce(joinWord))
}

/**
 * Adds a word to a term. In scripts without spaces, the words are pairs of characters that overlap: 小红 and 红书 become
 * 小红书.
 */
function joinWord(term: string, word: string): string {
  const [first = '', ...rest] = word
  const overlaps = rest.length > 0 && isUnspaced(word) && term.endsWith(first)
  return overlaps ? term + rest.join('') : `${term} ${word}`
}
