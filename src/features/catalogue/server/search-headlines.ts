import { type RawBuilder, sql } from 'kysely'
import { recognizedMin } from '../ranking-rules.ts'
import { queryOf } from './prompt-candidates.ts'
import { type SearchPlan, wordsWithoutFillers } from './search-plan.ts'

/**
 * Pieces of plain text. `mark`: the piece matches the search. `blank`: the piece is a variable, shown by its default or
 * name.
 */
export type HeadlinePieces = { text: string; mark: boolean; blank?: true }[]

// Unicode private-use characters, which are removed from texts first.
const markStart = '\uE000'
const markEnd = '\uE001'
const blankStart = '\uE002'
const blankEnd = '\uE003'

/** Options for ts_headline to insert the mark characters. */
export const headlineMarks = `StartSel=${markStart}, StopSel=${markEnd}`

/** Whether a result of ts_headline has a match. */
export function hasMatch(headline: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`strpos(${headline}, ${markStart}) > 0`
}

/** Removes the mark characters from a text column. */
export function withoutMarks(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`translate(${text}, ${markStart + markEnd + blankStart + blankEnd}, '')`
}

/** A text column with its variables as marked blanks. Remove the mark characters first. */
export function withMarkedBlanks(text: RawBuilder<unknown>): RawBuilder<string> {
  const named = sql`regexp_replace(${text}, '\\{\\{([^{}:]*):?\\}\\}', ${`${blankStart}\\1${blankEnd}`}, 'g')`
  return sql<string>`regexp_replace(${named}, '\\{\\{[^{}:]*:([^{}]+)\\}\\}', ${`${blankStart}\\1${blankEnd}`}, 'g')`
}

/** Splits the result of ts_headline into pieces. */
export function piecesOf(headline: string): HeadlinePieces {
  const pieces: HeadlinePieces = []
  let [mark, blank] = [false, false]
  for (const part of headline.split(/([\uE000-\uE003])/)) {
    if (part === markStart || part === markEnd) mark = part === markStart
    else if (part === blankStart || part === blankEnd) blank = part === blankStart
    else if (part !== '') pieces.push({ text: part, mark, ...(blank && { blank }) })
  }
  return pieces
}

/** The tsquery of the forms that are marked in results. */
export function markedQuery(plan: SearchPlan): RawBuilder<unknown> {
  const queries = wordsWithoutFillers(plan).map(({ forms, ...word }) => {
    return queryOf({ ...word, forms: forms.filter(({ weight }) => weight >= recognizedMin) })
  })
  return sql`${queries.filter(Boolean).join(' | ')}::tsquery`
}
