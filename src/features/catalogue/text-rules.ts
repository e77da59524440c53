import { promptLimits } from './rules.ts'

/** Characters as a person counts them: no half of a surrogate pair. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** White space of any kind as single spaces, none at the ends. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** A tag as it is kept: lower case, on one line, without the # that some write before it. */
export function plainTag(tag: string): string {
  return oneLine(tag)
    .replace(/^#+\s*/, '')
    .toLowerCase()
}

/** Why a text can't be a title (or other short text); null when it can. */
export function refusalOfLine(text: string, name: string, { min, max }: { min: number; max: number }): string | null {
  const length = lengthOf(text)
  if (length < min || length > max) {
    const range = min === 0 ? `${max} characters are the most` : `it needs ${min} to ${max}`
    return `The ${name} has ${length} characters; ${range}.`
  }
  if (!text.isWellFormed()) return `The ${name} holds half a character. Type it again.`
  if (length > 0 && !visible.test(text)) return `The ${name} shows nothing. Write some letters.`
  if (controls.test(text)) {
    return `The ${name} holds characters that can’t be seen and change how it reads. Type it again without them.`
  }
  return null
}

/** Why a content can't be stored; null when it can. */
export function refusalOfContent(text: string): string | null {
  const { contentMin, contentMax } = promptLimits
  const length = lengthOf(text)
  if (length < contentMin || length > contentMax)
    return `The text has ${length} characters; it needs ${contentMin} to ${contentMax}.`
  if (text.trim() === '') return 'The text is empty.'
  if (text.includes('\0')) return 'The text holds a NUL character, which no text can have.'
  if (!text.isWellFormed()) return 'The text holds half a character (a lone surrogate).'
  if (smuggled.test(text))
    return 'The text holds letters that nobody can see but a model reads (Unicode tag characters). Take them out.'
  return null
}

/** Control characters, direction overrides and isolates, invisible fillers, tag characters: nothing a short text needs. */
const controls =
  /[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B\u2060-\u2064\uFEFF\u00AD\u115F\u1160\u3164\uFFA0\u2800\u{E0000}-\u{E007F}]/u
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u
/** Tag characters other than those of a flag (the black flag, and letters up to the end mark). */
const smuggled = /(?<!\u{1F3F4}[\u{E0020}-\u{E007E}]*)[\u{E0000}-\u{E007F}]/u
