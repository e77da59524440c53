import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { baseFormOf, type RelatedWord } from './wordnet.ts'

/** What somebody may want. `names`: the words that prompts for it have, best first. `share`: of the search, 0 to 1. */
export type Need = { names: RelatedWord[]; share: number }

type Names = string[]

/** A name for one of its everyday words, and for another name of the same need. */
const nameWeights = { ofWord: 0.6, ofName: 0.4 }
/** Needs with a smaller share of the search are chance. */
const shareMin = 0.15
const needsMax = 3

let read: Map<string, Names[]> | undefined

/** The needs that each word suggests, read on first use: 38 KB. */
function needsByWord(): Map<string, Names[]> {
  if (read) return read
  const text = readFileSync(join(import.meta.dirname, '../../../../db/search-needs.txt'), 'utf8')
  read = new Map()
  for (const { names, words } of parseNeeds(text)) {
    for (const word of new Set([...names.map(keyOf), ...words])) read.set(word, [...(read.get(word) ?? []), names])
  }
  return read
}

/** The lines of db/search-needs.txt, whose first lines explain the format. */
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

/** Each next name says a little less. */
function weighted(names: Names): RelatedWord[] {
  return names.map((text, place) => ({ text, weight: 0.95 ** place }))
}

/** Whether a word suggests needs. */
export function isListed(word: string): boolean {
  return needsByWord().has(keyOf(word))
}

/** All words that suggest needs. */
export function listedWords(): string[] {
  return [...needsByWord().keys()]
}

function keyOf(word: string): string {
  return baseFormOf(word) ?? word
}

/** The names of what a word is used for: “stylist” for “wear”. */
export function needWords(word: string): RelatedWord[] {
  const weights = new Map<string, number>()
  for (const names of needsByWord().get(keyOf(word)) ?? []) {
    const weight = nameWeights[names.includes(word) ? 'ofName' : 'ofWord']
    for (const name of weighted(names)) {
      if (name.text !== word) weights.set(name.text, Math.max(weights.get(name.text) ?? 0, weight * name.weight))
    }
  }
  return [...weights].map(([text, weight]) => ({ text, weight }))
}

type Asked = { text: string; worth: number }

/**
 * What a search is likely for, most likely first. Words and pairs of words suggest needs. A word that suggests
 * many means each less. `words`: all of them, in order; `worth`: what each is worth for the search, 0 for stop words.
 */
export function needsOf(words: Asked[]): Need[] {
  const whole = words.reduce((sum, { worth }) => sum + worth, 0)
  if (whole === 0) return []
  const shares = new Map<Names, number>()
  const keyed = words.map((word) => ({ ...word, key: keyOf(word.text) }))
  for (const { keys, worth } of [...keyed.map(({ key, worth }) => ({ keys: [key], worth })), ...pairsOf(keyed)]) {
    const found = new Set(keys.flatMap((key) => needsByWord().get(key) ?? []))
    for (const names of found) shares.set(names, (shares.get(names) ?? 0) + worth / whole / Math.sqrt(found.size))
  }
  return [...shares]
    .map(([names, share]) => ({ names: weighted(names), share: Math.min(1, share) }))
    .filter(({ share }) => share >= shareMin)
    .sort((a, b) => b.share - a.share)
    .slice(0, needsMax)
}

/** Words next to each other, or with one between them: “throw me out”. A pair is listed as it is written or in base form. */
function pairsOf(words: (Asked & { key: string })[]): { keys: string[]; worth: number }[] {
  return words.flatMap((word, index) =>
    words.slice(index + 1, index + 3).map((next) => ({
      keys: [...new Set([`${word.text} ${next.text}`, `${word.key} ${next.text}`, `${word.key} ${next.key}`])],
      worth: word.worth + next.worth,
    })),
  )
}
