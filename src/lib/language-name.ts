import { currentLanguage } from './language.ts'

let names: { tag: string; format: Intl.DisplayNames } | undefined

/**
 * The name of a BCP 47 language tag in the page's language, such as `Portuguese`. Returns the tag itself if it has no
 * name.
 */
export function languageName(tag: string): string {
  const { tag: reader } = currentLanguage()
  // Most prompts are in English. This shortcut avoids `Intl`, whose first use delays the page (`us-date.ts`).
  if (tag === 'en' && reader === 'en') return 'English'
  if (names?.tag !== reader) names = { tag: reader, format: new Intl.DisplayNames(reader, { type: 'language' }) }
  return names.format.of(tag) ?? tag
}
