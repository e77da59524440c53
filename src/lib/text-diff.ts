/** A piece of text that is in both texts, only in the older one (removed), or only in the newer one (added). */
export type DiffPiece = { kind: 'same' | 'removed' | 'added'; text: string }

/**
 * Limits the cells in the tables with which `compare` finds the longest common subsequence: in the table for sentences,
 * and in all tables for words together.
 */
const cellsMax = 4_000_000
/**
 * Up to this many pairs of changed sentences are compared with each other. If there are more, the sentences are shown
 * as replaced.
 */
const pairsMax = 40_000
/**
 * If two sentences have a smaller share of words in common, they are shown as replaced, since marking single words
 * would be hard to read.
 */
const editedShareMin = 0.5

/** Scripts that don't put spaces between words. Each of their characters is compared like a word. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`
/** Matches the units that are compared: variables, runs of white space, words, and single other characters. */
const words = new RegExp(
  String.raw`\{\{[^{}]*\}\}|\s+|${unspaced}|(?:(?!${unspaced})[\p{L}\p{M}\p{N}_])+|[^\s\p{L}\p{M}\p{N}_]`,
  'gu',
)
const wordCharacter = /[\p{L}\p{N}]/u

/**
 * Finds the differences between two texts: whole lines and sentences, or single words in a sentence whose words are
 * mostly the same. A `{{variable}}` is never split. Texts that are too long to be compared are shown as replaced.
 */
export function diffOf(before: string, after: string): DiffPiece[] {
  const hunks = compare(sentencesOf(before), sentencesOf(after), { cells: cellsMax })
  const budget = { cells: cellsMax }
  if (!hunks) return joinPieces([removed(before), added(after)])
  const pieces: DiffPiece[] = []
  for (let at = 0; at < hunks.length; ) {
    const hunk = hunks[at] as DiffPiece
    if (hunk.kind === 'same') {
      pieces.push(hunk)
      at++
      continue
    }
    const change = { removed: [] as string[], added: [] as string[] }
    for (; at < hunks.length; at++) {
      const { kind, text } = hunks[at] as DiffPiece
      if (kind === 'same') break
      change[kind].push(text)
    }
    pieces.push(...compareSentences(change.removed, change.added, budget))
  }
  return joinPieces(pieces)
}

/**
 * Returns the sentences of `current` that are in neither `base`, from which the two other texts were edited, nor
 * `next`.
 */
export function lostSentences(base: string, current: string, next: string): string[] {
  const known = new Set(sentencesOf(base).map((sentence) => sentence.trim()))
  const fresh = sentencesOf(current).map((sentence) => sentence.trim())
  return [...new Set(fresh)].filter(
    (sentence) => wordCharacter.test(sentence) && !known.has(sentence) && !next.includes(sentence),
  )
}

const removed = (text: string): DiffPiece => ({ kind: 'removed', text })
const added = (text: string): DiffPiece => ({ kind: 'added', text })
const wordsOf = (text: string): string[] => text.match(words) ?? []

/** Splits a text into lines, and lines into sentences. Each keeps the spaces and empty lines that follow it. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  let sentence = ''
  let beforeLast = ''
  let last = ''
  for (const word of wordsOf(text)) {
    sentence += word
    // A number before the period is taken for the number of a list item, after which the sentence continues.
    const isEnd = /^\s/.test(word) ? /[.!?]/.test(last) && !/^\d+$/.test(beforeLast) : /[。！？]/.test(word)
    if (isEnd || (word.includes('\n') && !word.startsWith('{{'))) {
      sentences.push(sentence)
      sentence = ''
    }
    beforeLast = last
    last = word
  }
  return sentence === '' ? sentences : [...sentences, sentence]
}

/** Pairs each edited sentence with the old sentence that it most probably comes from, and marks the changed words. */
function compareSentences(oldSentences: string[], newSentences: string[], budget: Budget): DiffPiece[] {
  const width = newSentences.length + 1
  if (oldSentences.length * newSentences.length > pairsMax)
    return [...oldSentences.map(removed), ...newSentences.map(added)]
  const oldWords = oldSentences.map(countWords)
  const newWords = newSentences.map(countWords)
  const shares = oldWords.map((old) => newWords.map((fresh) => commonShare(old, fresh)))
  const shareAt = (row: number, column: number) => {
    const share = shares[row]?.[column] ?? 0
    return share >= editedShareMin ? share : 0
  }
  // Each cell holds the largest sum of shares that the remaining sentences can reach.
  const table = new Float64Array((oldSentences.length + 1) * width)
  const at = (row: number, column: number) => table[row * width + column] as number
  for (let row = oldSentences.length - 1; row >= 0; row--) {
    for (let column = newSentences.length - 1; column >= 0; column--) {
      const paired = shareAt(row, column) > 0 ? shareAt(row, column) + at(row + 1, column + 1) : 0
      table[row * width + column] = Math.max(paired, at(row + 1, column), at(row, column + 1))
    }
  }
  const pieces: DiffPiece[] = []
  let row = 0
  let column = 0
  while (row < oldSentences.length || column < newSentences.length) {
    const share = shareAt(row, column)
    if (share > 0 && at(row, column) === share + at(row + 1, column + 1)) {
      pieces.push(...compareWords(oldSentences[row++] as string, newSentences[column++] as string, budget))
    } else if (
      column === newSentences.length ||
      (row < oldSentences.length && at(row + 1, column) >= at(row, column + 1))
    ) {
      pieces.push(removed(oldSentences[row++] as string))
    } else {
      pieces.push(added(newSentences[column++] as string))
    }
  }
  return pieces
}

type WordCounts = { total: number; counts: Map<string, number> }

/** Counts the words of a sentence, in total and for each different word. */
function countWords(sentence: string): WordCounts {
  const counts = new Map<string, number>()
  let total = 0
  for (const word of wordsOf(sentence)) {
    if (!wordCharacter.test(word)) continue
    counts.set(word, (counts.get(word) ?? 0) + 1)
    total++
  }
  return { total, counts }
}

/**
 * The share of words that two sentences have in common, in any order, from 0 to 1. Returns 0 without counting if the
 * sentences’ lengths differ too much to reach `editedShareMin`, because comparing one very long line with thousands of
 * short ones would take minutes.
 */
function commonShare(first: WordCounts, second: WordCounts): number {
  const all = first.total + second.total
  if (all === 0 || 2 * Math.min(first.total, second.total) < editedShareMin * all) return 0
  let common = 0
  for (const [word, count] of first.counts) common += Math.min(count, second.counts.get(word) ?? 0)
  return (2 * common) / all
}

/**
 * Marks the words that differ between two sentences. Spaces and punctuation between two replaced words count as
 * replaced too.
 */
function compareWords(before: string, after: string, budget: Budget): DiffPiece[] {
  const compared = compare(wordsOf(before), wordsOf(after), budget)
  if (!compared) return [removed(before), added(after)]
  const pieces: DiffPiece[] = []
  const change = { removed: '', added: '' }
  const flush = () => {
    pieces.push(removed(change.removed), added(change.added))
    change.removed = change.added = ''
  }
  const joined = joinPieces(compared)
  joined.forEach((piece, index) => {
    const isReplacing = change.removed !== '' && change.added !== ''
    if (piece.kind !== 'same') change[piece.kind] += piece.text
    else if (isReplacing && !wordCharacter.test(piece.text) && isReplaced(joined, index + 1)) {
      change.removed += piece.text
      change.added += piece.text
    } else {
      flush()
      pieces.push(piece)
    }
  })
  flush()
  return pieces
}

/** Whether the piece at this index and the next one are a text and its replacement. */
function isReplaced(pieces: DiffPiece[], at: number): boolean {
  const kinds = [pieces[at]?.kind, pieces[at + 1]?.kind]
  return kinds.includes('removed') && kinds.includes('added')
}

/** How many more cells may be computed. */
type Budget = { cells: number }

/**
 * Compares two lists by their longest common subsequence. Doesn't join neighboring pieces. Returns null if the table
 * would exceed the budget.
 */
function compare(oldPieces: string[], newPieces: string[], budget: Budget): DiffPiece[] | null {
  let start = 0
  while (start < oldPieces.length && start < newPieces.length && oldPieces[start] === newPieces[start]) start++
  let end = 0
  while (
    end < oldPieces.length - start &&
    end < newPieces.length - start &&
    oldPieces.at(-1 - end) === newPieces.at(-1 - end)
  )
    end++
  const oldEnd = oldPieces.length - end
  const newEnd = newPieces.length - end
  const width = newEnd - start + 1
  const cells = (oldEnd - start + 1) * width
  if (cells > budget.cells) return null
  budget.cells -= cells
  // Each cell holds the length of the longest common subsequence of the remaining pieces.
  const table = new Uint32Array(cells)
  const at = (row: number, column: number) => table[(row - start) * width + column - start] as number
  for (let row = oldEnd - 1; row >= start; row--) {
    for (let column = newEnd - 1; column >= start; column--) {
      table[(row - start) * width + column - start] =
        oldPieces[row] === newPieces[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const same = (text: string): DiffPiece => ({ kind: 'same', text })
  const pieces = oldPieces.slice(0, start).map(same)
  let row = start
  let column = start
  while (row < oldEnd || column < newEnd) {
    if (row < oldEnd && column < newEnd && oldPieces[row] === newPieces[column]) {
      pieces.push(same(oldPieces[row] as string))
      row++
      column++
    } else if (column === newEnd || (row < oldEnd && at(row + 1, column) >= at(row, column + 1))) {
      pieces.push(removed(oldPieces[row++] as string))
    } else {
      pieces.push(added(newPieces[column++] as string))
    }
  }
  return [...pieces, ...oldPieces.slice(oldEnd).map(same)]
}

/** Joins neighboring pieces of the same kind, and drops empty ones. */
function joinPieces(pieces: DiffPiece[]): DiffPiece[] {
  const result: DiffPiece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (piece.text === '') continue
    if (last?.kind === piece.kind) last.text += piece.text
    else result.push({ ...piece })
  }
  return result
}
