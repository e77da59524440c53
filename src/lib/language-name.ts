/** The English name of a BCP 47 language tag, such as `Portuguese`; the tag itself if there is no name. */
export function languageName(tag: string): string {
  // A shortcut for most prompts, because the first use of Intl delays the page (see us-date.ts).
  return tag === 'en' ? 'English' : (new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag)
}
