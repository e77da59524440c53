import { type RawBuilder, sql } from 'kysely'

/** Pieces of plain text; `mark`: whether the piece matches the search. */
export type HeadlinePieces = { text: string; mark: boolean }[]

// Private-use characters, which are removed from texts first.
const markStart = '\uE000'
const markEnd = '\uE001'

/** Options of ts_headline that set the marks. */
export const headlineMarks = `StartSel=${markStart}, StopSel=${markEnd}`

/** Removes the mark characters from a text column. */
export function withoutMarks(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`translate(${text}, ${markStart + markEnd}, '')`
}

/** Splits the result of ts_headline into pieces. */
export function piecesOf(marked: string): HeadlinePieces {
  return marked
    .split(markStart)
    .flatMap((part, index) => {
      if (index === 0) return [{ text: part, mark: false }]
      const [text = '', rest = ''] = part.split(markEnd)
      return [
        { text, mark: true },
        { text: rest, mark: false },
      ]
    })
    .filter((piece) => piece.text !== '')
}
