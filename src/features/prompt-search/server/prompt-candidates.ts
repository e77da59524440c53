import { type RawBuilder, sql } from 'kysely'
import { websearchTerm } from '#features/text-search/indexed-text-rules.ts'
import { splitExclusions } from '#features/text-search/server/term-queries.ts'
import type { Db } from '#platform/database/db.ts'
import { resultThresholds } from '../ranking-rules.ts'
import { searchWordsMax } from '../search-word-rules.ts'
import { headColumn, readLists, textColumn } from './candidate-list-queries.ts'
import { type PlannedWord, type SearchForm, type SearchPlan, wordsWithoutFillers } from './search-plan.ts'
import { countedMax, type HeadFrequencies, headFrequenciesOf } from './word-frequencies.ts'
import { allOf, queryOf, queryOfForms, type WordQuery } from './word-queries.ts'

/**
 * A prompt that may match the search. `coverage` adds up the share of the words that the prompt has, the share that its
 * title, tags or description have (both weighted by importance), and the shares of the needs that it matches.
 * `hasEveryWord` ignores fillers, which only introduce a request (“help me write”).
 */
export type Candidate = { id: string; coverage: number; hasEveryWord: boolean }

/**
 * How many prompts are read for a word in the whole text, for a word in titles, tags and descriptions, and for two
 * words together.
 */
const readLimits = { word: 150, head: 100, pair: 100 }
/** How many of the rarest words are searched in pairs in whole texts, and how many are searched there alone. */
const pairedMax = 3
const aloneMax = 2
/**
 * If this many prompts have every word, other prompts are read only if they have a word in the title, tags or
 * description.
 */
const enoughMatches = 500
/**
 * The minimum weight of a form (the word itself, its correction or a related word) that is used to find candidates.
 * Forms with less weight only affect the ranking.
 */
const candidateWeightMin = 0.4
/**
 * How many prompts the related forms of a word may add to its list. A word that at most this many prompts have is also
 * searched alone, even if a prompt with only that word can't be a result. On a large site, the limit is this `share` of
 * all prompts.
 */
const extraPrompts = { least: 2_000, share: 0.02 }

/**
 * A list of candidates to read: at most `max` prompts whose search vector `column` matches `query`: `headColumn`
 * (title, tags and description) or `textColumn` (all texts). They have the words with the indexes `words`, or match a
 * need that makes up this `share` of the search. `expected` estimates how many prompts match.
 */
type List = {
  column: RawBuilder<unknown>
  query: string
  words: number[]
  max: number
  expected: number
  share?: number
}

/**
 * Finds the most promising prompts, best first: with the term as title, with every word, with two or one of the rarest
 * words, or with a word or need in title, tags or description. A term with operators must match as a whole. `where` is a
 * condition on prompts as `p`, and `shared` one for those of the reader's groups. Of both, at most `limit` prompts are
 * read by title, and as many with every word.
 */
export async function findCandidates(
  db: Db,
  plan: SearchPlan,
  where: RawBuilder<boolean>,
  limit: number,
  shared: RawBuilder<boolean> | null = null,
): Promise<Candidate[]> {
  const { term, hasOperators } = plan
  const main = wordsWithoutFillers(plan).filter((word) => queryOf(word) !== '')
  const lists = hasOperators ? [] : listsOf({ main, needs: plan.needs }, limit, await headFrequenciesOf(db))
  const wholeTerm = [
    { column: headColumn, condition: sql`md5(lower(p.title)) = md5(lower(${term}))`, max: limit },
    ...(hasOperators
      ? [{ column: textColumn, condition: sql`p.search_text @@ ${operatorQuery(term)}`, max: limit }]
      : []),
  ]
  const idsOfLists = await readLists(
    db,
    [
      ...lists.map(({ query, ...list }) => ({ ...list, condition: sql`${list.column} @@ ${query}::tsquery` })),
      ...wholeTerm,
    ],
    where,
    shared,
  )
  const listsByPrompt = new Map<string, number[]>()
  for (const [list, ids] of idsOfLists.entries()) {
    for (const id of ids) {
      const known = listsByPrompt.get(id)
      if (known) known.push(list)
      else listsByPrompt.set(id, [list])
    }
  }
  const importances = main.map((word) => word.weight * rarityOf(word))
  const total = importances.reduce((sum, importance) => sum + importance, 0) || 1
  const matchOf = (listIndexes: number[]): Omit<Candidate, 'id'> => {
    // The lists of `wholeTerm` follow those of `lists`. Their prompts count as having all words.
    const foundWords = new Set(listIndexes.flatMap((list) => lists[list]?.words ?? main.keys().toArray()))
    const headWords = new Set(
      listIndexes.flatMap((list) => (lists[list]?.column === headColumn ? lists[list].words : [])),
    )
    const byNeeds = listIndexes.reduce((sum, list) => sum + (lists[list]?.share ?? 0), 0)
    const importanceOf = (wordIndexes: Set<number>) =>
      [...wordIndexes].reduce((sum, wordIndex) => sum + (importances[wordIndex] ?? 0), 0)
    return {
      coverage: (importanceOf(foundWords) + importanceOf(headWords)) / total + byNeeds,
      hasEveryWord: foundWords.size === main.length,
    }
  }
  // Many prompts are in the same lists, so the match is computed only once for each combination of lists.
  const matches = new Map<string, Omit<Candidate, 'id'>>()
  return [...listsByPrompt]
    .map(([id, listIndexes]) => {
      const key = listIndexes.join()
      const match = matches.get(key) ?? matchOf(listIndexes)
      matches.set(key, match)
      return { id, ...match }
    })
    .sort((a, b) => b.coverage - a.coverage || (a.id < b.id ? 1 : -1))
}

/**
 * Returns the tsquery of a term with quotes or minus signs, limited to `searchWordsMax` words. Exclusions apply in both
 * text search configurations: an English text is indexed by stems, so the unstemmed "contracts" alone wouldn't be found
 * in it.
 */
export function operatorQuery(rawTerm: string): RawBuilder<unknown> {
  const term = rawTerm.trim().split(/\s+/, searchWordsMax).join(' ')
  const inBoth = (words: string) => {
    const query = websearchTerm(words)
    return sql`(websearch_to_tsquery('promptarium_english', ${query}) || websearch_to_tsquery('promptarium_simple', ${query}))`
  }
  const { rest, exclusions } = splitExclusions(term)
  // A term that only excludes words would match nearly every prompt.
  if (!/[\p{L}\p{N}]/u.test(rest)) return sql`''::tsquery`
  return exclusions.length === 0 ? inBoth(rest) : sql`(${inBoth(rest)} && !!${inBoth(exclusions.join(' or '))})`
}

type SearchedWords = { main: PlannedWord[]; needs: PlannedWord[] }

/** Returns the lists to read. Needs are used only if the words themselves don't match enough prompts. */
function listsOf({ main, needs }: SearchedWords, limit: number, frequencies: HeadFrequencies): List[] {
  const { total } = frequencies
  const wordIndexes = main
    .keys()
    .toArray()
    .filter((wordIndex) => main[wordIndex]?.forms.some(({ prompts }) => prompts > 0))
  const extraMax = Math.max(extraPrompts.least, extraPrompts.share * total)
  const needLists = needs.map((need): List => {
    const { query, promptsInHeads } = queryOfForms(candidateFormsOf(need, extraMax), frequencies)
    return { column: headColumn, query, words: [], max: readLimits.head, expected: promptsInHeads, share: need.weight }
  })
  if (wordIndexes.length === 0) return needLists
  const ownFormsAt = (wordIndex: number) => main[wordIndex]?.forms.slice(0, 1) ?? []
  const queries = main.map((word) => queryOfForms(candidateFormsOf(word, extraMax), frequencies))
  const queryAt = (wordIndex: number) => queries[wordIndex] as WordQuery
  const isKnown = (wordIndex: number) => ownFormsAt(wordIndex).some(({ prompts }) => prompts > 0)
  const ownQueryAt = (wordIndex: number) =>
    isKnown(wordIndex) ? queryOfForms(ownFormsAt(wordIndex), frequencies) : queryAt(wordIndex)
  const { query, promptsInHeads, promptsInTexts } = allOf(wordIndexes.map(ownQueryAt), total)
  const everyWord = { query, words: wordIndexes, max: limit }
  // A word that no prompt has is searched by its related words. Many prompts have several of those, so the estimates may
  // be far too high.
  const areKnown = wordIndexes.every(isKnown)
  // Titles, tags and descriptions are faster to read, and prompts with the words there rank first anyway.
  if (areKnown && promptsInHeads > limit) return [{ column: headColumn, ...everyWord, expected: promptsInHeads }]
  const rarest = wordIndexes.toSorted((a, b) => importanceAt(main, b) - importanceAt(main, a))
  const decisiveCount = countDecisive(rarest.map((wordIndex) => importanceAt(main, wordIndex)))
  const searchedAlone = rarest.filter(
    (wordIndex, index) => index < decisiveCount || (main[wordIndex]?.forms[0]?.prompts ?? 0) <= extraMax,
  )
  const listInHeads = (wordIndex: number) => {
    const { query, promptsInHeads: expected } = queryAt(wordIndex)
    return { column: headColumn, query, words: [wordIndex], max: readLimits.head, expected }
  }
  const lists = [{ column: textColumn, ...everyWord, expected: promptsInTexts }, ...searchedAlone.map(listInHeads)]
  if (areKnown && promptsInTexts >= enoughMatches) return lists
  const byNeeds = withoutRepetitions(needLists, lists)
  if (wordIndexes.length === 1) return [...lists, ...byNeeds]
  const pairedIndexes = rarest.slice(0, pairedMax)
  const pairs = pairedIndexes.flatMap((one, index) =>
    pairedIndexes.slice(index + 1).map((other): [number, number] => [one, other]),
  )
  return [
    ...lists,
    ...byNeeds,
    ...(wordIndexes.length > 2 ? pairs : [])
      .map((pair) => {
        const { query, promptsInTexts: expected } = allOf(pair.map(queryAt), total)
        return { column: textColumn, query, words: pair, max: readLimits.pair, expected }
      })
      .filter(({ query }) => query !== everyWord.query),
    ...searchedAlone.slice(0, aloneMax).map((wordIndex) => {
      const { query, promptsInTexts: expected } = queryAt(wordIndex)
      return { column: textColumn, query, words: [wordIndex], max: readLimits.word, expected }
    }),
  ]
}

/** Leaves out the lists of needs that equal a word's list. The word's list then also counts for the need. */
function withoutRepetitions(needLists: List[], lists: List[]): List[] {
  return needLists.filter(({ column, query, share = 0 }) => {
    const same = lists.find((list) => list.column === column && list.query === query)
    if (same) same.share = (same.share ?? 0) + share
    return !same
  })
}

/**
 * Returns how many of the rarest words decide the results: a prompt with none of them can't reach the required coverage
 * (based on MaxScore: Turtle and Flood, 1995).
 */
function countDecisive(importances: number[]): number {
  const total = importances.reduce((sum, importance) => sum + importance, 0)
  let remaining = total
  const lastDecisive = importances.findIndex((importance) => {
    remaining -= importance
    return remaining < resultThresholds.coverage * total
  })
  return lastDecisive + 1
}

function importanceAt(words: PlannedWord[], wordIndex: number): number {
  const word = words[wordIndex]
  return word ? word.weight * rarityOf(word) : 0
}

/**
 * Returns a word's own form and its closest other forms. These others add at most `extraMax` prompts, because merging
 * long lists is slow. For a word that no prompt has, their weight doesn't matter.
 */
function candidateFormsOf({ forms: [itself, ...related] }: PlannedWord, extraMax: number): SearchForm[] {
  let prompts = 0
  const chosenForms = related.filter((form) => {
    // The database's statistics don't contain phrases (`<->`), so the count of a phrase stops at `countedMax`.
    const isCountKnown = form.prompts < countedMax || !form.english.includes('<')
    const isNear = form.weight >= candidateWeightMin || itself?.prompts === 0
    if (!isNear || !isCountKnown || prompts + form.prompts > extraMax) return false
    prompts += form.prompts
    return true
  })
  return [itself as SearchForm, ...chosenForms]
}

function rarityOf({ forms }: PlannedWord): number {
  return forms[0]?.rarity ?? 0
}
