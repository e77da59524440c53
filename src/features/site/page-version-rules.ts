import { findPreferred } from '#lib/preferred-language.ts'

/** A version of a page’s content in a language (BCP 47), such as a translated prompt. `id`: a UUIDv7. */
export type ContentVersion = { id: string; path: string; language: string }
type SiteLanguage = { tag: string; prefix: string }
/** An address for the readers of a language: a path, and the prefix of the language of the page around the content. */
export type VersionLink = { hreflang: string; path: string; prefix: string }

/**
 * Returns which page to offer the readers of each language, which all pages of the same content must agree on
 * (https://developers.google.com/search/docs/specialty/international/localized-versions). Content that isn't translated
 * has a page in each language of the site, the default one first. Of translated content, each language of the site has
 * the version in it, or else the one in the default language, or else the oldest. Versions in other languages follow.
 */
export function versionLinks(
  path: string,
  versions: readonly ContentVersion[],
  languages: readonly SiteLanguage[],
): VersionLink[] {
  const [first] = languages
  if (!first) return []
  const versionIn = (tag: string) => {
    const language = findPreferred(
      [tag],
      versions.map((one) => one.language),
    )
    return versions.find((one) => one.language === language)
  }
  const oldest = versions.toSorted((a, b) => (a.id < b.id ? -1 : 1))[0]
  const main = versionIn(first.tag) ?? oldest
  const links = languages.map(({ tag, prefix }) => {
    const version = versionIn(tag) ?? main
    return { hreflang: tag, path: version?.path ?? path, prefix }
  })
  const others = versions.filter((one) => !links.some((link) => link.path === one.path))
  const all = [
    ...links,
    ...others.map(({ language, path }) => ({ hreflang: language, path, prefix: first.prefix })),
    { hreflang: 'x-default', path: main?.path ?? path, prefix: first.prefix },
  ]
  // A page that has no version, in the site’s only language, is for everybody.
  return all.length > 2 ? all : []
}
