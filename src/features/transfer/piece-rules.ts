import { escapeVariables } from '#features/variables/variable-rules.ts'

/** A piece of a text of another format: text that doesn't change, or a placeholder of that format. */
export type Piece = string | { name: string; default: string | null }

/** The content that reads as exactly these pieces. They hold no NUL, and no text before a blank ends in a backslash. */
export function contentOf(pieces: Piece[]): string {
  const marked = pieces.map((piece) => (typeof piece === 'string' ? piece : `\0{${written(piece)}}\0`)).join('')
  // Texts are escaped while blanks are marked in another way, with braces that no variable can have inside of it.
  return escapeVariables(marked).replace(/\0\{([^\0]*)\}\0/g, '{{$1}}')
}

function written({ name, default: start }: { name: string; default: string | null }): string {
  return start === null ? name : `${name}:${start}`
}

/**
 * Splits a text by what another format marks in it. `read` says what a mark becomes; null leaves it unchanged. A blank
 * behind a backslash, which our content can't express, stays unchanged too.
 */
export function piecesOf(text: string, mark: RegExp, read: (match: RegExpExecArray) => Piece | null): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(mark)) {
    const piece = text[match.index - 1] === '\\' ? null : read(match)
    if (piece === null) continue
    pieces.push(text.slice(end, match.index), piece)
    end = match.index + match[0].length
  }
  return [...pieces, text.slice(end)]
}

const nameMax = 40

/** Gives each name of another format a valid name of a blank. Two names never share one. */
export function blankNames(): (written: string) => string {
  const given = new Map<string, string>()
  const taken = new Set<string>()
  const numbers = new Map<string, number>()
  return (written) => {
    const known = given.get(written)
    if (known !== undefined) return known
    const plain = plainName(written)
    let name = plain
    while (taken.has(name)) {
      const number = (numbers.get(plain) ?? 1) + 1
      numbers.set(plain, number)
      name = `${plain.slice(0, nameMax - `${number}`.length - 1).trimEnd()} ${number}`
    }
    given.set(written, name)
    taken.add(name)
    return name
  }
}

function plainName(written: string): string {
  const words = written
    .replace(/[^\p{L}\p{N}_\- ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[^\p{L}_]+/u, '')
  return words.slice(0, nameMax).toWellFormed().replaceAll('\ufffd', '').trim() || 'blank'
}
