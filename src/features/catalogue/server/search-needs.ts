import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { baseFormOf, type RelatedWord } from './wordnet.ts'

/**
 * Something that people search prompts for, such as dental care. `names`: the words that such prompts contain, best
 * first. `share`: its share of the search, 0 to 1.
 */
export type Need = { names: RelatedWord[]; share: number }

type Names = string[]

/** The weight of a need's name as a related word: of an everyday word for the need, or of another of its names. */
const nameWeights = { ofWord: 0.6, ofName: 0.4 }
/** Needs with a smaller share of the search are considered coincidental. */
const shareMin = 0.15
const needsMax = 3

let cached: Map<string, Names[]> | undefined

/** Returns the needs that each word suggests, read on first use from a file of 38 KB. */
function needsByWord(): Map<string, Names[]> {
  if (cached) return cached
  const text = readFileSync(join(import.meta.dirname, '../../../../db/search-needs.txt'), 'utf8')
  cached = new Map()
  for (const { names, words } of parseNeeds(text)) {
    for (const word of new Set([...names.map(keyOf), ...words])) cached.set(word, [...(cached.get(word) ?? []), names])
  }
  return cached
}

/** Returns the lines of db/search-needs.txt, whose first lines explain the format. */
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

/** Each name weighs a little less than the one before. */
function withWeights(names: Names): RelatedWord[] {
  return names.map((text, index) => ({ text, weight: 0.95 ** index }))
}

/** Tells whether a word suggests needs. */
export function isListed(word: string): boolean {
  return needsByWord().has(keyOf(word))
}

/** Returns all words that suggest needs. */
export function listedWords(): string[] {
  return [...needsByWord().keys()]
}

function keyOf(word: string): string {
  return baseFormOf(word) ?? word
}

/** Returns the names of the needs that a word suggests: “stylist” for “wear”. */
export function namesOfNeeds(word: string): RelatedWord[] {
  const weights = new Map<string, number>()
  for (const names of needsByWord().get(keyOf(word)) ?? []) {
    const weight = nameWeights[names.includes(word) ? 'ofName' : 'ofWord']
    for (const name of withWeights(names)) {
      if (name.text !== word) weights.set(name.text, Math.max(weights.get(name.text) ?? 0, weight * name.weight))
    }
  }
  return [...weights].map(([text, weight]) => ({ text, weight }))
}

type SearchedWord = { text: string; importance: number }

/**
 * Finds the needs behind a search, likeliest first. Words and pairs of words suggest needs. A word that suggests many
 * counts less for each. `words`: all words in order. `importance`: how much a word matters; 0 for fillers and stop
 * words.
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
    const found = new Set(keys.flatMap((key) => needsByWord().get(key) ?? []))
    for (const names of found) shares.set(names, (shares.get(names) ?? 0) + importance / total / Math.sqrt(found.size))
  }
  return [...shares]
    .map(([names, share]) => ({ names: withWeights(names), share: Math.min(1, share) }))
    .filter(({ share }) => share >= shareMin)
    .sort((a, b) => b.share - a.share)
    .slice(0, needsMax)
}

/**
 * Words next to each other, or with one between them: “throw me out”. The list has pairs as written or in base form.
 */
function pairsOf(words: (SearchedWord & { key: string })[]): { keys: string[]; importance: number }[] {
  return words.flatMap((word, index) =>
    words.slice(index + 1, index + 3).map((next) => ({
      keys: [...new Set([`${word.text} ${next.text}`, `${word.key} ${next.text}`, `${word.key} ${next.key}`])],
      importance: word.importance + next.importance,
    })),
  )
}
