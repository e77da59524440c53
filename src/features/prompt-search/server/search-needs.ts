import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { possibleBaseForms } from './english-words.ts'

/** A word or short phrase with a similar meaning. `weight` says how similar it is, from 0 to 1. */
export type RelatedWord = { text: string; weight: number }

/**
 * Something that people search for, such as dental care. `names` are the words that prompts for it contain, best first.
 * `share` says how much of the search suggests the need, from 0 to 1.
 */
export type Need = { names: RelatedWord[]; share: number }

/** The names of a need, best first. The array also identifies the need in maps. */
type Names = string[]

/**
 * How much a need's name weighs as a related word, if the searched word is an everyday word for the need (`ofWord`) or
 * another of its names (`ofName`).
 */
const nameWeights = { ofWord: 0.6, ofName: 0.4 }
/** A need with a smaller share of the search is considered a coincidence. */
const shareMin = 0.15
const needsMax = 3

/** The needs that each listed word or pair of words suggests. `inPairs` has the words of the pairs. */
type ListedWords = { needs: Map<string, Names[]>; inPairs: Set<string> }
let cached: ListedWords | undefined

/** Reads the list of needs, a file of 38 KB, on first use. */
function listedWords(): ListedWords {
  if (cached) return cached
  const text = readFileSync(join(import.meta.dirname, '../../../../db/search-needs.txt'), 'utf8')
  const needs = new Map<string, Names[]>()
  for (const { names, words } of parseNeeds(text)) {
    // Other forms of a listed word are found by its stem, which irregular forms such as "teeth" don't have.
    const baseForms = names.flatMap((name) => possibleBaseForms(name).slice(0, 1))
    for (const word of new Set([...names, ...baseForms, ...words])) needs.set(word, [...(needs.get(word) ?? []), names])
  }
  const pairs = [...needs.keys()].filter((word) => word.includes(' '))
  cached = { needs, inPairs: new Set(pairs.flatMap((pair) => pair.split(' '))) }
  return cached
}

/** Parses the text of db/search-needs.txt, whose first lines explain the format. Returns an entry for each need. */
export function parseNeeds(text: string): { names: string[]; words: string[] }[] {
  const lines = text.replaceAll('\n  ', ' ').split('\n')
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [names = [], words = []] = line
        .split(': ')
        .map((list) => list.split(' ').map((word) => word.replaceAll('-', ' ')))
      return { names, words }
    })
}

/** Weights names so that each weighs a little less than the one before it. */
function withWeights(names: Names): RelatedWord[] {
  return names.map((text, index) => ({ text, weight: 0.95 ** index }))
}

/** Tells whether a word suggests needs. */
export function suggestsNeeds(word: string): boolean {
  return listedWords().needs.has(keyOf(word))
}

/** Returns all words that suggest needs. */
export function wordsSuggestingNeeds(): string[] {
  return [...listedWords().needs.keys()]
}

/** Returns the form of a word that is listed, or else one that pairs have, or else the word itself. */
function keyOf(word: string): string {
  const { needs, inPairs } = listedWords()
  const forms = possibleBaseForms(word)
  return forms.find((form) => needs.has(form)) ?? forms.find((form) => inPairs.has(form)) ?? word
}

/** Returns the names of the needs that a word suggests, such as “stylist” for “wear”. */
export function namesOfNeeds(word: string): RelatedWord[] {
  const weights = new Map<string, number>()
  for (const names of listedWords().needs.get(keyOf(word)) ?? []) {
    const weight = nameWeights[names.includes(word) ? 'ofName' : 'ofWord']
    for (const name of withWeights(names)) {
      if (name.text !== word) weights.set(name.text, Math.max(weights.get(name.text) ?? 0, weight * name.weight))
    }
  }
  return [...weights].map(([text, weight]) => ({ text, weight }))
}

type SearchedWord = { text: string; importance: number }

/**
 * Finds the needs behind a search, the likeliest first. Words and pairs of words suggest needs. A word that
 * suggests many needs counts less for each. `words` has all words in order. `importance` says how much a word matters,
 * and is 0 for fillers and stop words.
 */
export function findNeeds(words: SearchedWord[]): Need[] {
  const total = words.reduce((sum, { importance }) => sum + importance, 0)
  if (total === 0) return []
  const shares = new Map<Names, number>()
  const keyedWords = words.map((word) => ({ ...word, key: keyOf(word.text) }))
  for (const { keys, importance } of [
    ...keyedWords.map(({ key, importance }) => ({ keys: [key], importance })),
    ...pairsOf(keyedWords),
  ]) {
    const found = new Set(keys.flatMap((key) => listedWords().needs.get(key) ?? []))
    for (const names of found) shares.set(names, (shares.get(names) ?? 0) + importance / total / Math.sqrt(found.size))
  }
  return [...shares]
    .map(([names, share]) => ({ names: withWeights(names), share: Math.min(1, share) }))
    .filter(({ share }) => share >= shareMin)
    .sort((a, b) => b.share - a.share)
    .slice(0, needsMax)
}

/**
 * Returns pairs of words that are next to each other or have one word between them, as in “throw me out”. The list of
 * needs has such pairs as written or in their base form.
 */
function pairsOf(words: (SearchedWord & { key: string })[]): { keys: string[]; importance: number }[] {
  return words.flatMap((word, index) =>
    words.slice(index + 1, index + 3).map((next) => ({
      keys: [...new Set([`${word.text} ${next.text}`, `${word.key} ${next.text}`, `${word.key} ${next.key}`])],
      importance: word.importance + next.importance,
    })),
  )
}
