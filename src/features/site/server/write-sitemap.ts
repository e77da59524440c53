import { currentLanguage, type Language, pathInLanguage } from '#lib/language.ts'
import { escapeXml, xmlHead } from './write-xml.ts'

/** A page in a sitemap, or a part in its index. `changed` is unset if the time of the last change isn't known. */
export type SitemapEntry = { path: string; changed?: Date }

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Returns the index of a sitemap (sitemaps.org). */
export function writeSitemapIndex(parts: SitemapEntry[], origin: string): string {
  const entries = parts.map((part) => writeEntry('sitemap', part, origin)).join('')
  return `${xmlHead}<sitemapindex ${namespace}>\n${entries}</sitemapindex>\n`
}

/**
 * Returns a part of a sitemap with the addresses of pages in the current language. If the site has several languages,
 * each page names its versions in all of them, as its HTML does.
 */
export function writeSitemap(pages: SitemapEntry[], origin: string, languages: readonly Language[]): string {
  const versions =
    languages.length > 1 ? [...languages.map(versionIn), ...languages.slice(0, 1).map(defaultVersion)] : []
  const { prefix } = currentLanguage()
  const entries = pages.map(({ path, changed }) => {
    const links = versions
      .map(
        ({ tag, prefix }) =>
          `<xhtml:link rel="alternate" hreflang="${tag}" href="${addressOf(path, prefix, origin)}"/>`,
      )
      .join('')
    return writeEntry('url', { path: pathInLanguage(path, { prefix }), changed }, origin, links)
  })
  const links = versions.length > 0 ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''
  return `${xmlHead}<urlset ${namespace}${links}>\n${entries.join('')}</urlset>\n`
}

const versionIn = ({ tag, prefix }: Language) => ({ tag: tag as string, prefix })
const defaultVersion = ({ prefix }: Language) => ({ tag: 'x-default', prefix })

function addressOf(path: string, prefix: string, origin: string): string {
  return escapeXml(origin + pathInLanguage(path, { prefix }))
}

function writeEntry(name: string, { path, changed }: SitemapEntry, origin: string, links = ''): string {
  const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''
  return `<${name}><loc>${escapeXml(origin + path)}</loc>${lastmod}${links}</${name}>\n`
}
