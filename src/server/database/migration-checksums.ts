import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../../../db/migrations/checksums.txt')

/**
 * A line of `db/migrations/checksums.txt`. `kind`: a checksum of the statements, or of the whole file, as versions
 * before 0.2 stored it.
 */
type KnownChecksum = { kind: 'statements' | 'whole'; checksum: string; name: string }

/** The checksum of a migration as databases store it: the SHA-256 of its statements, in hexadecimal. */
export function checksumOf(text: string): string {
  return createHash('sha256').update(tokensOf(text).join('\n')).digest('hex')
}

// Matches a comment, a string with its prefix (E'', U&''), the start of a dollar-quoted text, a quoted name, a word, or
// any other character.
const token =
  /(?<comment>--[^\n]*)|(?<block>\/\*)|(?<escaped>[eE]'(?:[^'\\]|\\.|'')*')|(?<text>(?:[a-zA-Z]\w*&?)?'(?:[^']|'')*')|(?<tag>\$(?:[a-zA-Z_]\w*)?\$)|(?<name>"(?:[^"]|"")*")|(?<word>[\w$\u0080-\uffff]+)|(?<mark>\S)|\s+/gsy

/**
 * Splits SQL into tokens, without comments and white space (PostgreSQL 18, “Lexical Structure”). A dollar-quoted text
 * is treated as the body of a function, and is split too.
 */
function tokensOf(text: string): string[] {
  const tokens: string[] = []
  const reader = new RegExp(token)
  for (let found = reader.exec(text); found; found = reader.exec(text)) {
    const { comment, block, tag } = found.groups ?? {}
    if (comment !== undefined || found[0].trim() === '') continue
    if (block !== undefined) reader.lastIndex = endOfComment(text, found.index)
    else if (tag !== undefined) {
      const end = text.indexOf(tag, reader.lastIndex)
      const body = text.slice(reader.lastIndex, end === -1 ? undefined : end)
      tokens.push(tag, ...tokensOf(body), tag)
      reader.lastIndex = end === -1 ? text.length : end + tag.length
    } else tokens.push(found[0])
  }
  return tokens
}

/** Finds the end of a block comment, in which other block comments may be nested. */
function endOfComment(text: string, start: number): number {
  const delimiter = /\/\*|\*\//g
  delimiter.lastIndex = start
  let depth = 0
  for (let found = delimiter.exec(text); found; found = delimiter.exec(text)) {
    depth += found[0] === '/*' ? 1 : -1
    if (depth === 0) return delimiter.lastIndex
  }
  return text.length
}

/** Reads the lines of `db/migrations/checksums.txt`. */
export async function readKnownChecksums(): Promise<KnownChecksum[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [kind = '', checksum = '', name = ''] = line.split(/ +/)
    if (kind !== 'statements' && kind !== 'whole')
      throw new Error(`db/migrations/checksums.txt: unknown line “${line}”.`)
    return { kind, checksum, name }
  })
}
