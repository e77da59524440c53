let names: Intl.DisplayNames | undefined

/** The English name of a BCP 47 language tag, such as `Portuguese`. Returns the tag itself if it has no name. */
export function languageName(tag: string): string {
  // Most prompts are in English. This shortcut avoids `Intl`, whose first use delays the page (`us-date.ts`).
  if (tag === 'en') return 'English'
  names ??= new Intl.DisplayNames('en', { type: 'language' })
  return names.of(tag) ?? tag
}
