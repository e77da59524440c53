import { type DiffPiece, diffOf } from '#lib/text-diff.ts'
import { statementsOf, wordsOf } from './answer-facts.ts'

/** Texts with at least this share of common words count as versions of one text, so their differences are marked. */
const markedShareMin = 0.6

/** Two sentences with at least this share of common words count as similar. */
const similarShareMin = 0.6
/** Sentences with fewer words never count as similar, because they could be similar by chance. */
const similarWordsMin = 3
/** The maximum number of sentences per answer. All pairs of sentences are compared, so more would block the page. */
const statementsMax = 400

/**
 * `share` is the share of words that both texts have, from 0 to 1. `pieces` are their differences, or null if there are
 * too many.
 */
type TextComparison = { share: number; pieces: DiffPiece[] | null }

/**
 * Compares the words of two texts. Their differences are slow to compute, and are computed only if most of the words
 * agree.
 */
export function compareTexts(first: string, second: string): TextComparison {
  const share = commonShare(wordsOf(first), wordsOf(second))
  if (share < markedShareMin) return { share, pieces: null }
  const pieces = diffOf(first, second)
  const orderedShare = orderedShareOf(pieces)
  return { share: orderedShare, pieces: orderedShare < markedShareMin ? null : pieces }
}

/**
 * Returns the share of words that two lists have in common, in any order. It is fast to compute, and never below
 * `orderedShareOf`.
 */
function commonShare(first: string[], second: string[]): number {
  const counts = new Map<string, number>()
  for (const word of first) counts.set(word, (counts.get(word) ?? 0) + 1)
  let common = 0
  for (const word of second) {
    const remaining = counts.get(word) ?? 0
    if (remaining === 0) continue
    common++
    counts.set(word, remaining - 1)
  }
  return first.length + second.length === 0 ? 0 : (2 * common) / (first.length + second.length)
}

/** Returns the share of words that both texts have in the same order, from 0 to 1. `pieces` are their differences. */
function orderedShareOf(pieces: DiffPiece[]): number {
  const counts = { same: 0, removed: 0, added: 0 }
  for (const { kind, text } of pieces) counts[kind] += wordsOf(text).length
  const total = counts.same * 2 + counts.removed + counts.added
  return total === 0 ? 0 : (counts.same * 2) / total
}

/**
 * `both` has pairs of similar sentences or list items (`similarShareMin`). `onlyFirst` and `onlySecond` have what only
 * one answer says.
 */
export type Overlap = { both: [string, string][]; onlyFirst: string[]; onlySecond: string[] }

/** Compares two answers sentence by sentence. Each sentence matches at most one sentence of the other answer. */
export function overlapOf(first: string, second: string): Overlap {
  const left = distinctStatements(first)
  const right = distinctStatements(second).map((text) => ({ text, words: wordSetOf(text) }))
  const matched = new Set<string>()
  const overlap: Overlap = { both: [], onlyFirst: [], onlySecond: [] }
  for (const text of left) {
    const words = wordSetOf(text)
    const [best] = right
      .filter((other) => !matched.has(other.text))
      .map((other) => ({ text: other.text, share: distinctShare(words, other.words) }))
      .toSorted((a, b) => b.share - a.share)
    if (best && best.share >= similarShareMin) {
      matched.add(best.text)
      overlap.both.push([text, best.text])
    } else overlap.onlyFirst.push(text)
  }
  overlap.onlySecond = right.filter(({ text }) => !matched.has(text)).map(({ text }) => text)
  return overlap
}

const distinctStatements = (text: string) => [...new Set(statementsOf(text))].slice(0, statementsMax)
const wordSetOf = (text: string) => new Set(wordsOf(text))

/** Returns the share of distinct words that two sentences have in common, or 0 if either is too short to tell. */
function distinctShare(a: Set<string>, b: Set<string>): number {
  if (Math.min(a.size, b.size) < similarWordsMin) return 0
  const common = Array.from(a).filter((word) => b.has(word)).length
  return (2 * common) / (a.size + b.size)
}
