import { escapeVariables, nameMax } from '#features/variables/variable-rules.ts'
import { cutText } from '#lib/well-formed.ts'

/** A piece of a text in another format: text that stays unchanged, or a placeholder that becomes a blank. */
export type Piece = string | { name: string; default: string | null }

/**
 * Joins pieces into a prompt's content, and escapes `{{name}}` in texts. The pieces must not contain NUL, and text
 * before a blank must not end in a backslash.
 */
export function contentOf(pieces: Piece[]): string {
  const delimited = pieces.map((piece) => (typeof piece === 'string' ? piece : `\0{${blankText(piece)}}\0`)).join('')
  // Blanks are first delimited by NUL, so that escaping the texts doesn't change them.
  return escapeVariables(delimited).replace(/\0\{([^\0]*)\}\0/g, '{{$1}}')
}

function blankText({ name, default: defaultText }: { name: string; default: string | null }): string {
  return defaultText === null ? name : `${name}:${defaultText}`
}

/**
 * Splits a text at the placeholders of another format. `read` converts a placeholder to a piece, or returns null to
 * leave it unchanged. A placeholder after a backslash also stays unchanged, because our syntax can't express a blank
 * there.
 */
export function piecesOf(text: string, placeholder: RegExp, read: (match: RegExpExecArray) => Piece | null): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(placeholder)) {
    const piece = text[match.index - 1] === '\\' ? null : read(match)
    if (piece === null) continue
    pieces.push(text.slice(end, match.index), piece)
    end = match.index + match[0].length
  }
  return [...pieces, text.slice(end)]
}

/** Returns a function that converts names in another format to valid names of blanks, each to a different name. */
export function blankNamer(): (originalName: string) => string {
  const namesByOriginal = new Map<string, string>()
  const usedNames = new Set<string>()
  const numbers = new Map<string, number>()
  return (originalName) => {
    const earlierName = namesByOriginal.get(originalName)
    if (earlierName !== undefined) return earlierName
    const plain = plainName(originalName)
    let name = plain
    while (usedNames.has(name)) {
      const number = (numbers.get(plain) ?? 1) + 1
      numbers.set(plain, number)
      name = `${cutText(plain, nameMax - `${number}`.length - 1).trimEnd()} ${number}`
    }
    namesByOriginal.set(originalName, name)
    usedNames.add(name)
    return name
  }
}

function plainName(originalName: string): string {
  const words = originalName
    .replace(/[^\p{L}\p{N}_\- ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[^\p{L}_]+/u, '')
  return cutText(words, nameMax).trim() || 'blank'
}
