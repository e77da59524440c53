/**
 * The name that a language has in itself, such as `Deutsch`. Only the server calls this, because browsers may have other
 * names. Imported tags may be invalid; they stand for themselves.
 */
export function ownLanguageName(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
