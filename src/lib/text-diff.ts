/** A piece of two compared texts: text that is in both, only in the older text, or only in the newer text. */
export type DiffPiece = { kind: 'same' | 'removed' | 'added'; text: string }

/**
 * The maximum number of cells in a comparison's table. The word comparisons of all sentences together have the same
 * maximum.
 */
const cellsMax = 4_000_000
/** Changed sentences are compared with each other if there are at most this many pairs, otherwise shown as replaced. */
const pairsMax = 40_000
/** Two sentences with a smaller share of common words are shown as replaced: marked words would be hard to read. */
const editedShareMin = 0.5

/** Scripts without spaces between words: each of their characters is compared as a word. A variable is one word too. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`
const words = new RegExp(
  String.raw`\{\{[^{}]*\}\}|\s+|${unspaced}|(?:(?!${unspaced})[\p{L}\p{M}\p{N}_])+|[^\s\p{L}\p{M}\p{N}_]`,
  'gu',
)
const isWord = /[\p{L}\p{N}]/u

/**
 * The differences between two texts: whole lines and sentences, and single words only inside a sentence whose words
 * mostly stayed the same. A `{{variable}}` is never split. Texts that are too long to compare are shown as replaced.
 */
export function diffOf(before: string, after: string): DiffPiece[] {
  const hunks = compare(sentencesOf(before), sentencesOf(after), { cells: cellsMax })
  const budget = { cells: cellsMax }
  if (!hunks) return joinPieces([removed(before), added(after)])
  const pieces: DiffPiece[] = []
  for (let at = 0; at < hunks.length; ) {
    const same = hunks[at] as DiffPiece
    if (same.kind === 'same') {
      pieces.push(same)
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

/** The sentences that `current` has in addition to `base`, since somebody added them in the meantime, and that `next` lacks. */
export function lostSentences(base: string, current: string, next: string): string[] {
  const known = new Set(sentencesOf(base).map((sentence) => sentence.trim()))
  const fresh = sentencesOf(current).map((sentence) => sentence.trim())
  return [...new Set(fresh)].filter(
    (sentence) => isWord.test(sentence) && !known.has(sentence) && !next.includes(sentence),
  )
}

const removed = (text: string): DiffPiece => ({ kind: 'removed', text })
const added = (text: string): DiffPiece => ({ kind: 'added', text })
const wordsOf = (text: string): string[] => text.match(words) ?? []

/** Lines, and the sentences within them, each with the spaces and empty lines after it. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  let sentence = ''
  let last = ['', '']
  for (const word of wordsOf(text)) {
    sentence += word
    // A number before the period is a list marker, not the end of a sentence.
    const isEnd = /^\s/.test(word) ? /[.!?]/.test(last[1] ?? '') && !/^\d+$/.test(last[0] ?? '') : /[。！？]/.test(word)
    if (isEnd || (word.includes('\n') && !word.startsWith('{{'))) {
      sentences.push(sentence)
      sentence = ''
    }
    last = [last[1] ?? '', word]
  }
  return sentence === '' ? sentences : [...sentences, sentence]
}

/** Pairs edited sentences so that they have the most in common, and marks the words that differ in them. */
function compareSentences(oldSentences: string[], newSentences: string[], budget: Budget): DiffPiece[] {
  const width = newSentences.length + 1
  if (oldSentences.length * newSentences.length > pairsMax)
    return [...oldSentences.map(removed), ...newSentences.map(added)]
  const oldWords = oldSentences.map(countedWords)
  const newWords = newSentences.map(countedWords)
  const shares = oldWords.map((old) => newWords.map((fresh) => commonShare(old, fresh)))
  const shareAt = (row: number, column: number) => {
    const share = shares[row]?.[column] ?? 0
    return share >= editedShareMin ? share : 0
  }
  // Each cell has the largest sum of shares of the remaining sentences.
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

type Counted = { total: number; counts: Map<string, number> }

/** Counts the words of a sentence, in total and separately. */
function countedWords(sentence: string): Counted {
  const counts = new Map<string, number>()
  let total = 0
  for (const word of wordsOf(sentence)) {
    if (!isWord.test(word)) continue
    counts.set(word, (counts.get(word) ?? 0) + 1)
    total++
  }
  return { total, counts }
}

/**
 * The share of words that two sentences have in common, in any order: 0 to 1. Returns 0 without counting if their lengths
 * differ too much for `editedShareMin`: comparing one very long line with thousands of short ones would take minutes.
 */
function commonShare(first: Counted, second: Counted): number {
  const all = first.total + second.total
  if (all === 0 || 2 * Math.min(first.total, second.total) < editedShareMin * all) return 0
  let common = 0
  for (const [word, count] of first.counts) common += Math.min(count, second.counts.get(word) ?? 0)
  return (2 * common) / all
}

/** The words that differ between two sentences. Spaces and punctuation between two replaced words count as replaced. */
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
    else if (isReplacing && !isWord.test(piece.text) && isReplaced(joined, index + 1)) {
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

/** Whether one text replaces another at this index. */
function isReplaced(pieces: DiffPiece[], at: number): boolean {
  const kinds = [pieces[at]?.kind, pieces[at + 1]?.kind]
  return kinds.includes('removed') && kinds.includes('added')
}

/** How many cells of tables may still be computed. */
type Budget = { cells: number }

/** Compares two lists by their longest common subsequence. Doesn't join neighbors. Null if that exceeds the budget. */
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
  // Each cell has the length of the longest common subsequence of the remaining pieces.
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
