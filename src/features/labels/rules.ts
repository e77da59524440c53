import { t } from '#lib/texts.ts'
/**
 * The labels of versions. A label is a word, such as production, that stands on one version of a prompt. Programs ask
 * for the label, so its owner decides which version they get.
 */
export const labelLimits = { length: 32, perPrompt: 10 } as const

/** The word that always means the newest version. It can't be a label. */
export const newestLabel = 'latest'

/** Labels that the form offers. */
export const usualLabels = ['production', 'staging'] as const

const word = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Says why a text can't be a label, or returns null. */
export function labelError(text: string): string | null {
  if (text.length > labelLimits.length || !word.test(text))
    return t(
      'Use a word of up to {length} lower-case letters and digits, with single hyphens between them, such as production.',
      { length: labelLimits.length },
    )
  if (/^\d+$/.test(text)) return t('A label needs a letter: a number names a version.')
  return text === newestLabel
    ? t('“{label}” always means the newest version. Use another word.', { label: newestLabel })
    : null
}
