import { type RawBuilder, sql } from 'kysely'

/** Pieces of plain text; `mark` says which answer the search. */
export type HeadlinePieces = { text: string; mark: boolean }[]

// Private-use characters: they can't come out of a text, they are taken out of it before.
const markStart = '\uE000'
const markEnd = '\uE001'

/** The marks as options of ts_headline. */
export const headlineMarks = `StartSel=${markStart}, StopSel=${markEnd}`

/** A text column without the characters that the marks use. */
export function withoutMarks(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`translate(${text}, ${markStart + markEnd}, '')`
}

/** What ts_headline gave, as pieces. */
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
