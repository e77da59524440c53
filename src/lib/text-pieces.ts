import { cutText } from './well-formed.ts'

/**
 * The minimum length of each piece of a text except the last, in characters. After a keystroke, the browser lays out
 * only the changed piece again.
 */
export const pieceLength = 4000
/**
 * How much longer a piece may be if no line break comes. Browsers need quadratic time for one line of some scripts: a
 * minute for 200,000 letters.
 */
const lineMax = 2000

/**
 * Returns where a piece ends that lacks `missing` characters: after the next line break or, if that is too far, before.
 * Returns 0 if the text ends first.
 */
export function endOfPiece(text: string, missing: number): number {
  const end = text.indexOf('\n', Math.max(0, missing)) + 1
  const max = Math.max(2, missing + lineMax)
  if ((end || text.length) <= max) return end
  const piece = cutText(text, max)
  const space = piece.lastIndexOf(' ') + 1
  return space > missing ? space : piece.length
}

/** Splits a text with very long lines into pieces that are short enough for a browser, and leaves other texts whole. */
export function splitLongLines(text: string): string[] {
  if (!hasLongLine(text)) return [text]
  const pieces: string[] = []
  let rest = text
  for (let end = endOfPiece(rest, pieceLength); end > 0; end = endOfPiece(rest, pieceLength)) {
    pieces.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return rest === '' ? pieces : [...pieces, rest]
}

function hasLongLine(text: string): boolean {
  for (let start = 0; text.length - start >= pieceLength + lineMax; ) {
    const end = text.indexOf('\n', start)
    if (end < 0 || end - start >= pieceLength + lineMax) return true
    start = end + 1
  }
  return false
}
