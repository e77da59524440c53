/** The English name of a BCP 47 language, such as `Portuguese`; the tag itself where it has none. */
export function languageName(tag: string): string {
  // Most prompts are in English, and the first use of Intl delays the page, as us-date.ts says.
  return tag === 'en' ? 'English' : (new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag)
}
