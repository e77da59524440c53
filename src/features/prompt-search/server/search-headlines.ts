import { type RawBuilder, sql } from 'kysely'
import { isUnspaced, signWords } from '#features/text-search/indexed-text-rules.ts'
import { recognizedWeightMin } from '../ranking-rules.ts'
import { type SearchPlan, wordsWithoutFillers } from './search-plan.ts'
import { queryOf } from './word-queries.ts'

/**
 * Pieces of plain text. `mark` means that the piece matches the search. `blank` means that it is a variable, shown by
 * its default or name.
 */
export type HeadlinePieces = { text: string; mark: boolean; blank?: true }[]

// These Unicode private-use characters mark matches and blanks. Any that a text itself contains are removed first.
export const markStart = '\uE000'
const markEnd = '\uE001'
const blankStart = '\uE002'
const blankEnd = '\uE003'
// These two don't mark anything. `separator` makes PostgreSQL's parser begin a word, and `signEnd` ends a sign word.
const separator = '\uE004'
const signEnd = '\uE005'
const allMarks = markStart + markEnd + blankStart + blankEnd + separator + signEnd

/** The options that make ts_headline insert the mark characters. */
export const headlineMarks = `StartSel=${markStart}, StopSel=${markEnd}`

/** Tells whether a result of ts_headline has a match. */
export function hasMatch(headline: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`strpos(${headline}, ${markStart}) > 0`
}

/**
 * Prepares a text column for `ts_headline`: removes mark characters, and makes PostgreSQL's parser split it into the same
 * words as `indexedText`. `piecesOf` reverses this.
 */
export function textToMark(text: RawBuilder<unknown>): RawBuilder<string> {
  const withSignWords = signWords.reduce(
    (result, { inSql, indexed }) =>
      sql`regexp_replace(${result}, ${inSql}, ${indexed.replace(' ', separator).replaceAll('$', '\\') + signEnd}, 'gi')`,
    sql`translate(${text}, ${allMarks}, '')`,
  )
  const signBeforeWord = `([^[:alnum:][:space:]{}${separator}${signEnd}])(?=[[:alnum:]])`
  return sql<string>`regexp_replace(${withSignWords}, ${signBeforeWord}, ${`\\1${separator}`}, 'g')`
}

/** Returns a marked text with the signs that `textToMark` replaced, and without its separators. */
function withSigns(marked: string): string {
  return marked
    .replace(/plusplus(\uE001?)\uE005/g, '++$1')
    .replace(/sharp(\uE001?)\uE005/g, '#$1')
    .replace(/dot(net\uE001?)\uE005/gi, '.$1')
    .replace(/[\uE004\uE005]/g, '')
}

/** Removes the marks of matches from a result of ts_headline. */
export function withoutMatches(marked: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`translate(${marked}, ${markStart + markEnd}, '')`
}

/**
 * Replaces the variables of a text column with marked blanks that show the default, or else the name. Remove the mark
 * characters from the text first.
 */
export function withMarkedBlanks(text: RawBuilder<unknown>): RawBuilder<string> {
  const named = sql`regexp_replace(${text}, '\\{\\{([^{}:]*):?\\}\\}', ${`${blankStart}\\1${blankEnd}`}, 'g')`
  return sql<string>`regexp_replace(${named}, '\\{\\{[^{}:]*:([^{}]+)\\}\\}', ${`${blankStart}\\1${blankEnd}`}, 'g')`
}

/** Like `withMarkedBlanks`, but shows each variable by its name, even if it has a default. */
export function withNamedBlanks(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`regexp_replace(${text}, '\\{\\{([^{}:]*)(:[^{}]*)?\\}\\}', ${`${blankStart}\\1${blankEnd}`}, 'g')`
}

/** Matches where a sentence or line begins, even if it begins with a match or blank. */
const sentenceStart = /(?:[.!?]["”’')]*\s|\n(?<!\n[^\S\n]*\n))\s*(?=["“'‘(\uE000\uE002]*[\p{Lu}\p{N}])/u

/** Cuts off what precedes a part's first sentence, if that sentence begins no later than the first match. */
export function fromSentence(part: string): string {
  if (/^["“'‘(\uE000\uE002]*[\p{Lu}\p{N}]/u.test(part)) return part
  const start = sentenceStart.exec(part)
  return start && start.index < part.indexOf(markStart) ? part.slice(start.index + start[0].length) : part
}

/** Matches the name of a value in JSON, with its colon and the brackets that open the value. */
const jsonName = /"([\w\uE000-\uE005][\w \uE000-\uE005-]*)"\s*:[\s[{]*/g

/**
 * Removes the syntax of Markdown (headings, bulleted lists, quotes, rules, bold text and code) and, if a value has a
 * name in it, of JSON from a part of a text.
 */
export function withoutMarkup(part: string): string {
  return withoutJson(part)
    .replace(/^[ \t]*(?:[-=*_#~]{3,}[ \t]*$|#{1,6}[ \t]+|(?:>[ \t]*)+|[*+•-][ \t]+)/gmu, '')
    .replace(/(?<=^|\s)\*\*(?=\S)|(?<=\S)\*\*(?=[\s.,:;!?)]|$)|`/gmu, '')
}

function withoutJson(part: string): string {
  if (part.search(jsonName) === -1) return part
  return part
    .replace(jsonName, '$1: ')
    .replace(/(?<=[.!?:]\uE001?)"\s*,/g, ' ')
    .replace(/"\s*,/g, ', ')
    .replace(/["[\]{}]/g, '')
    .replace(/\s+/g, ' ')
}

/** Splits the result of ts_headline into pieces. Neighboring blanks are separated by an empty piece. */
export function piecesOf(headline: string): HeadlinePieces {
  const pieces: HeadlinePieces = []
  let [mark, blank] = [false, false]
  for (const part of withSigns(headline).split(/([\uE000-\uE003])/)) {
    if (part === markStart || part === markEnd) mark = part === markStart
    else if (part === blankStart || part === blankEnd) {
      blank = part === blankStart
      if (blank && pieces.at(-1)?.blank) pieces.push({ text: '', mark: false })
    } else if (part !== '') pieces.push({ text: part, mark, ...(blank && { blank }) })
  }
  return pieces
}

/**
 * Marks words exactly as typed, in places where `ts_headline` can't, such as inside a run of a script without spaces,
 * which is searched by pairs of characters. `words` are in lower case.
 */
export function withMarkedWords(pieces: HeadlinePieces, words: string[]): HeadlinePieces {
  if (words.length === 0) return pieces
  return pieces.flatMap((piece) => {
    if (piece.mark) return [piece]
    const { text } = piece
    const covered = Array.from({ length: text.length }, () => false)
    for (const word of words) {
      const pattern = isUnspaced(word) ? word : `(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`
      // A lookahead, because a pair of equal characters may overlap itself: “哈哈” occurs twice in “哈哈哈”.
      for (const { index } of text.matchAll(new RegExp(`(?=${pattern})`, 'giu')))
        covered.fill(true, index, index + word.length)
    }
    const starts = [...covered.keys()].filter((at) => at === 0 || covered[at] !== covered[at - 1])
    if (starts.length < 2 && !covered[0]) return [piece]
    return starts.map((start, index) => {
      return { ...piece, text: text.slice(start, starts[index + 1]), mark: covered[start] ?? false }
    })
  })
}

/** Returns the tsquery of the word forms to mark in results: words as typed or corrected, and close synonyms. */
export function markedQuery(plan: SearchPlan): RawBuilder<unknown> {
  return sql`${markedQueries(plan).join(' | ')}::tsquery`
}

/**
 * Returns a regular expression for words that begin with a stem of `markedQuery`. It finds most of the words that the
 * query matches, and some others.
 */
export function markedPattern(plan: SearchPlan): string {
  const lexemes =
    markedQueries(plan)
      .join(' ')
      .match(/'(?:[^']|'')+'/g) ?? []
  const stems = lexemes.map((lexeme) => {
    const stem = lexeme.slice(1, -1).replaceAll("''", "'")
    // “stories” and “story” have the stem “stori”.
    return stem.replace(/[^\p{L}\p{M}\p{N}]/gu, '\\$&').replace(/i$/, '[iy]')
  })
  return `\\m(?:${[...new Set(stems)].join('|')})`
}

function markedQueries(plan: SearchPlan): string[] {
  return wordsWithoutFillers(plan)
    .map(({ forms, ...word }) => {
      return queryOf({ ...word, forms: forms.filter(({ weight }) => weight >= recognizedWeightMin) })
    })
    .filter(Boolean)
}
