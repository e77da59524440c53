import { msg, plural, t, translate } from './texts.ts'

/** The length of a text in characters (code points). */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** Trims a text, and replaces each run of white space in it with one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** How many characters a text may have. */
export type LineLimits = { min: number; max: number }

/** What sentences call the texts that are on one line. */
const names = {
  title: msg('title'),
  description: msg('description'),
  name: msg('name'),
  tag: msg('tag'),
  model: msg('model'),
  label: msg('label'),
  help: msg('help'),
  default: msg('default'),
  option: msg('option'),
  note: msg('note'),
  reason: msg('reason'),
  text: msg('text'),
  line: msg('line'),
  'contributor’s name': msg('contributor’s name'),
} as const
export type LineName = keyof typeof names

/** Returns a sentence that says why a text can't be a title or another one-line text, or null if it can. */
export function lineError(text: string, lineName: LineName, { min, max }: LineLimits): string | null {
  const length = lengthOf(text)
  const name = translate(names[lineName])
  if (length < min || length > max) {
    if (length === 0)
      return t('Add a {name} ({min} to {max} characters).', { name, min: String(min), max: String(max) })
    if (min === 0)
      return plural(
        length,
        'The {name} has {count} character. Use at most {max}.',
        'The {name} has {count} characters. Use at most {max}.',
        { name, max: String(max) },
      )
    return plural(
      length,
      'The {name} has {count} character. Use {min} to {max}.',
      'The {name} has {count} characters. Use {min} to {max}.',
      { name, min: String(min), max: String(max) },
    )
  }
  if (!text.isWellFormed()) return t('The {name} contains half a character. Type it again.', { name })
  if (length > 0 && !visible.test(text)) return t('The {name} looks empty. Use visible characters.', { name })
  if (unsafeCharacters.test(text)) {
    return t('The {name} contains invisible characters that change how it reads. Type it again without them.', { name })
  }
  return null
}

/**
 * Matches characters that are invisible or change how a text reads, such as control characters, overrides and isolates of the
 * writing direction, zero-width spaces, invisible fillers, and tag characters.
 */
export const unsafeCharacters =
  /[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B\u2060-\u2064\uFEFF\u00AD\u115F\u1160\u3164\uFFA0\u2800\u{E0000}-\u{E007F}]/u
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Characters that Unicode counts as letters or symbols, but that show nothing. */
const emptyCharacters = /[\u115F\u1160\u3164\uFFA0\u2800]/g

/** Tells whether a text has a visible character. */
export function hasVisibleCharacter(text: string): boolean {
  return visible.test(text.replace(emptyCharacters, ''))
}
