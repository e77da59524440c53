import { fillPrompt, type Segment } from '#features/catalogue/variable-rules.ts'

/** Texts over this many characters are set with a compact leading, and in pieces. */
export const longText = 3000
/** Characters in a piece of a long text, at least; it ends with its line. Typing in one lays out that one alone. */
const pieceLength = 4000
/** Characters of an average token, over the common vocabularies and plain English. */
const tokenLength = 4

export type Values = Record<string, string>

/** What the blanks hold at first: their defaults. */
export function startValues(variables: { name: string; default: string | null }[]): Values {
  return Object.fromEntries(variables.map((variable) => [variable.name, variable.default ?? '']))
}

/** The names of the blanks that are still empty. */
export function emptyBlanks(values: Values): string[] {
  return Object.keys(values).filter((name) => !values[name])
}

/** The text that is copied: blanks as filled; a blank left or emptied stays `{{name}}`, whatever its default was. */
export function textToCopy(segments: Segment[], values: Values): string {
  const named = Object.entries(values).map(([name, value]) => [name, value || `{{${name}}}`])
  return fillPrompt(segments, Object.fromEntries(named))
}

/** Words, parted by white space, and an estimate of tokens. */
export function measureText(text: string): { words: number; tokens: number } {
  return { words: text.match(/\S+/gu)?.length ?? 0, tokens: Math.ceil(text.length / tokenLength) }
}

/** The segments in pieces that end with a line, so that the text of all pieces in a row is the text to the letter. */
export function piecesOf(segments: Segment[], length: number): Segment[][] {
  if (length <= longText) return [segments]
  const pieces: Segment[][] = [[]]
  let filled = 0
  const add = (segment: Segment, size: number) => {
    pieces.at(-1)?.push(segment)
    filled += size
  }
  for (const segment of segments) {
    if (segment.kind === 'variable') {
      add(segment, segment.name.length)
      continue
    }
    let rest = segment.text
    while (filled + rest.length > pieceLength) {
      const end = rest.indexOf('\n', Math.max(0, pieceLength - filled)) + 1
      if (end === 0) break
      add({ kind: 'text', text: rest.slice(0, end) }, end)
      rest = rest.slice(end)
      pieces.push([])
      filled = 0
    }
    if (rest) add({ kind: 'text', text: rest }, rest.length)
  }
  return pieces.filter((piece) => piece.length > 0)
}
