import { cutText } from '#lib/well-formed.ts'

/**
 * The version of these rules. Increase it whenever they change, so that a job recomputes the credited authors of
 * stored prompts.
 */
export const creditVersion = 2

/** The maximum number of names in one credit. Any further names are ignored. */
const namesMax = 10
/** The maximum length of a name in UTF-16 code units. Longer names are truncated. */
const nameMax = 100

/** Matches a hash or UUID, with or without the prefix that other catalogues put before the id of an unnamed account. */
const accountIdPattern = /^((member|user|author|contributor|guest|anon(ymous)?)[-_])?(?=.*\d)[0-9a-f]{8}[0-9a-f-]*$/i

/** A person named in a credit. `key` is the name in lower case, as in the URL of that person's page. */
export type CreditedName = { name: string; key: string }

/**
 * Returns the people named in an imported prompt's credit (a comma-separated list), each once. Leaves out what doesn't
 * name anybody: names without letters or digits, and hashes and account ids (eight or more hexadecimal digits, at least
 * one of them from 0 to 9).
 */
export function creditedNames(credit: string | null): CreditedName[] {
  const byKey = new Map<string, CreditedName>()
  for (const part of (credit ?? '').split(',')) {
    const name = cutText(part.replace(/^[\s@]+/, '').normalize('NFC'), nameMax).trim()
    const key = creditKey(name)
    if (isName(name) && !byKey.has(key)) byKey.set(key, { name, key })
  }
  return [...byKey.values()].slice(0, namesMax)
}

/** Returns the key that identifies a credited name. */
export function creditKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

function isName(name: string): boolean {
  return /[\p{L}\p{N}]/u.test(name) && !accountIdPattern.test(name)
}
