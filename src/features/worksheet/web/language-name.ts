const names = new Intl.DisplayNames('en', { type: 'language' })

/** The English name of a BCP 47 language, such as `Portuguese`; the tag itself where it has none. */
export function languageName(tag: string): string {
  return names.of(tag) ?? tag
}
