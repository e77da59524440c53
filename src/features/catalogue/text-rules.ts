import { usesError } from '#features/variables/variable-rules.ts'
import { lengthOf, oneLine } from '#lib/short-text.ts'
import { plural, t } from '#lib/texts.ts'
import { promptLimits } from './rules.ts'

/** Returns a tag in the form in which it is stored: in lower case, on one line, and without # at its start. */
export function plainTag(tag: string): string {
  return oneLine(tag)
    .replace(/^[#\s]+/, '')
    .toLowerCase()
}

/** Returns the error message for content that is too long. */
export function tooLongMessage(length: number): string {
  return plural(
    length,
    'The prompt has {count} character. Use at most {contentMax}.',
    'The prompt has {count} characters. Use at most {contentMax}.',
    { contentMax: promptLimits.contentMax },
  )
}

/** Explains why content can't be stored. Returns null for valid content. */
export function contentError(text: string): string | null {
  const { contentMin, contentMax } = promptLimits
  const length = lengthOf(text)
  if (length < contentMin) return t('Write at least {contentMin} characters.', { contentMin })
  if (length > contentMax) return tooLongMessage(length)
  if (text.trim() === '') return t('The prompt is empty.')
  if (text.includes('\0')) return t('The text contains a NUL character. Remove it.')
  if (!text.isWellFormed()) return t('The text contains a broken character (a lone surrogate). Remove it.')
  if (tagCharacter.test(text.replace(flag, '')))
    return t('The text contains invisible letters that a model reads (Unicode tag characters). Remove them.')
  return usesError(text)
}

/** Matches a flag emoji that is written with Unicode tag characters: a black flag, tag letters and a cancel tag. */
const flag = /\u{1F3F4}[\u{E0020}-\u{E007E}]*\u{E007F}?/gu
const tagCharacter = /[\u{E0000}-\u{E007F}]/u
