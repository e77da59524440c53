import { labelOf } from '#features/variables/label-rules.ts'
import { asWritten, type Segment } from '#features/variables/variable-rules.ts'
import { endOfPiece, pieceLength } from '#lib/text-pieces.ts'
import { plural, t } from '#lib/texts.ts'

/** A text with more characters is rendered in pieces and in smaller type. */
export const longTextLength = 3000
/** The average number of characters per token in plain English, for common tokenizers. */
const tokenLength = 4

export type Values = Record<string, string>

/** Returns the initial values of blanks: their defaults, or empty strings. */
export function defaultsOf(variables: { name: string; default: string | null }[]): Values {
  return Object.fromEntries(variables.map((variable) => [variable.name, variable.default ?? '']))
}

/** Returns the names of the empty blanks. */
export function emptyBlanks(values: Values): string[] {
  return Object.keys(values).filter((name) => !values[name])
}

/** Tells whether a blank still has its default, which counts only as a suggestion. */
export function isSuggested(name: string, values: Values, defaults: Values): boolean {
  return Boolean(values[name]) && values[name] === defaults[name]
}

/** Says how many blanks are empty or, if none is, how many still have their default. */
export function blanksLeftText(values: Values, defaults: Values): string {
  const all = Object.keys(values)
  const empty = emptyBlanks(values).length
  if (empty > 0)
    return empty < all.length
      ? plural(all.length, '{empty} of {count} blank left', '{empty} of {count} blanks left', { empty })
      : plural(all.length, '{count} blank left', '{count} blanks left')
  return suggestionsText(values, defaults) ?? t('All filled')
}

/** Says how many blanks still have their default. Returns null if none has. */
export function suggestionsText(values: Values, defaults: Values): string | null {
  const suggested = Object.keys(values).filter((name) => isSuggested(name, values, defaults)).length
  return suggested > 0 ? plural(suggested, 'Check {count} prefilled blank', 'Check {count} prefilled blanks') : null
}

/** Returns the filled-in text. An empty blank stays `{{name}}` or `[placeholder]`, even if it has a default. */
export function textToCopy(segments: Segment[], values: Values): string {
  return partsToCopy(segments, values).join('')
}

/** Returns the filled-in text in parts, one for each segment. */
export function partsToCopy(segments: Segment[], values: Values): string[] {
  return segments.map((segment) =>
    segment.kind === 'text' ? segment.text : values[segment.name] || asWritten(segment),
  )
}

/** Returns the filled-in text in parts, in which an empty blank is shown by its label, as on the page. */
export function partsToDraw(segments: Segment[], values: Values): { text: string; mark?: 'filled' | 'empty' }[] {
  return segments.map((segment) => {
    if (segment.kind === 'text') return { text: segment.text }
    const value = values[segment.name]
    return value ? { text: value, mark: 'filled' } : { text: labelOf(segment.name), mark: 'empty' }
  })
}

/** Counts the words, which are separated by white space, and estimates the tokens. */
export function measureText(text: string): { words: number; tokens: number } {
  return { words: text.match(/\S+/gu)?.length ?? 0, tokens: Math.ceil(text.length / tokenLength) }
}

/** A text with more lines is collapsed. On phones, the limit is a quarter higher. `lineWidth` is in characters. */
const uncollapsedLinesMax = 40
const lineWidth = { all: 74, phone: 32 }

/** Returns where a text is collapsed: on all screens, only on phones, or nowhere (null). */
export function collapsedOn(content: string): 'all' | 'phone' | null {
  const linesAt = (width: number) =>
    content
      .trim()
      .split('\n')
      .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / width)), 0)
  if (linesAt(lineWidth.all) > uncollapsedLinesMax) return 'all'
  return linesAt(lineWidth.phone) > uncollapsedLinesMax * 1.25 ? 'phone' : null
}

/**
 * Splits a long text into pieces that end at a line break or, within a very long line, anywhere. Joined together, the
 * pieces are exactly the text. `length` is that of the whole text.
 */
export function piecesOf(segments: Segment[], length: number): Segment[][] {
  if (length <= longTextLength) return [segments]
  const pieces: Segment[][] = [[]]
  let pieceSize = 0
  const add = (segment: Segment, size: number) => {
    pieces.at(-1)?.push(segment)
    pieceSize += size
  }
  for (const segment of segments) {
    if (segment.kind === 'variable') {
      add(segment, segment.name.length)
      continue
    }
    let rest = segment.text
    while (pieceSize + rest.length > pieceLength) {
      const end = endOfPiece(rest, pieceLength - pieceSize)
      if (end === 0) break
      add({ kind: 'text', text: rest.slice(0, end) }, end)
      rest = rest.slice(end)
      pieces.push([])
      pieceSize = 0
    }
    if (rest) add({ kind: 'text', text: rest }, rest.length)
  }
  return pieces.filter((piece) => piece.length > 0)
}

/** A page draws each line of JSON. The lines of a longer text aren't separated. */
const jsonLinesMax = 2_000

/**
 * Tells whether a text begins like JSON and has at most 2,000 lines. The long lines of JSON are shown with a hanging
 * indent.
 */
export function isJson(segments: Segment[]): boolean {
  const [first] = segments
  if (first?.kind !== 'text' || !/^\s*(?:\{\s*"|\[\s*["{[])/.test(first.text)) return false
  const lineBreaks = segments.flatMap((segment) => (segment.kind === 'text' ? (segment.text.match(/\n/g) ?? []) : []))
  return lineBreaks.length < jsonLinesMax
}

/** Returns the indentation level, from 1 to 4, of a line with this many leading spaces. */
function levelOf(spaces: number): number {
  return Math.min(Math.floor((spaces + 1) / 4) + 1, 4)
}

/**
 * Splits a piece of a text into lines with their indentation levels. Joined together, the lines are exactly the piece.
 */
export function linesOf(piece: Segment[]): { level: number; segments: Segment[] }[] {
  const lines: Segment[][] = [[]]
  for (const segment of piece) {
    const parts = segment.kind === 'text' ? segment.text.split(/(?<=\n)/) : [segment]
    for (const [at, part] of parts.entries()) {
      if (at > 0) lines.push([])
      lines.at(-1)?.push(typeof part === 'string' ? { kind: 'text', text: part } : part)
    }
    if (segment.kind === 'text' && segment.text.endsWith('\n')) lines.push([])
  }
  return lines
    .filter((line) => line.length > 0)
    .map((line) => {
      const [first] = line
      const spaces = first?.kind === 'text' ? first.text.search(/[^ ]|$/) : 0
      return { level: levelOf(spaces), segments: line }
    })
}
