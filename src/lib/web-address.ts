import { unsafeCharacters } from './short-text.ts'

/**
 * Parses a full http or https address that somebody wrote. Returns null for anything else, and for an address that
 * disguises where it leads: with a user name or password, or with white space, invisible or half characters inside, which
 * `URL` would drop.
 */
export function parseWebAddress(text: string): URL | null {
  const address = text.trim()
  if (/\s/.test(address) || unsafeCharacters.test(address) || !address.isWellFormed()) return null
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : null
}
