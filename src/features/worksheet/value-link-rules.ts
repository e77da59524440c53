import { withoutHiddenCharacters } from '#features/catalogue/hidden-character-rules.ts'
import type { Variable } from '#features/variables/contract.ts'
import { valueError } from '#features/variables/value-rules.ts'
import type { Values } from './worksheet-rules.ts'

/**
 * The start of a URL fragment with values. The rest is a JSON object that maps blanks' names to their values, encoded
 * as base64url (RFC 4648, section 5), because programs that escape URLs, shorten them or turn them into links leave
 * that unchanged.
 */
export const linkStart = '#values='
/** The maximum length of a fragment, in characters. */
export const linkMax = 16_000

/** Returns the fragment that carries the given values, or null if it would be too long. */
export function writeValueLink(values: Values): string | null {
  const text = btoa(
    Array.from(new TextEncoder().encode(JSON.stringify(values)), (byte) => String.fromCharCode(byte)).join(''),
  )
  const fragment =
    linkStart +
    text
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/(?<!=)=+$/, '')
  return fragment.length > linkMax ? null : fragment
}

/** The valid values in a fragment. `refused` is the number of entries that were left out. */
export type LinkedValues = { values: Values; refused: number }

/**
 * Reads the values in a fragment, which anyone may have written. Accepts only strings that are valid for the
 * given blanks, or empty, and removes invisible characters. Returns null if the fragment can't be read.
 */
export function readValueLink(fragment: string, blanks: Variable[]): LinkedValues | null {
  const entries = entriesOf(fragment)
  if (!entries) return null
  const byName = new Map(blanks.map((blank) => [blank.name, blank]))
  const validEntries = entries.flatMap(([name, text]) => {
    const blank = byName.get(name)
    if (!blank || typeof text !== 'string') return []
    const value = withoutHiddenCharacters(text.replaceAll('\r\n', '\n').toWellFormed())
    return value.trim() !== '' && valueError(blank, value) ? [] : [[name, value]]
  })
  return { values: Object.fromEntries(validEntries), refused: entries.length - validEntries.length }
}

/** Returns the entries of the JSON object in a fragment, or null if the fragment can't be read. */
function entriesOf(fragment: string): [string, unknown][] | null {
  if (!fragment.startsWith(linkStart) || fragment.length > linkMax) return null
  const text = fragment.slice(linkStart.length).replaceAll('-', '+').replaceAll('_', '/')
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    const values: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof values === 'object' && values !== null && !Array.isArray(values) ? Object.entries(values) : null
  } catch {
    // The fragment was cut off, or isn't from this site. The caller reports that.
    return null
  }
}
