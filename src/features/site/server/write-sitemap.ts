import { currentLanguage, type Language, pathInLanguage } from '#lib/language.ts'
import { type ContentVersion, versionLinks } from '../page-version-rules.ts'
import { escapeXml, xmlHead } from './write-xml.ts'

/**
 * A page in a sitemap, or a part in its index. `changed` is unset if the time of the last change isn't known. `versions`:
 * the translations of what the page shows, itself included.
 */
export type SitemapEntry = { path: string; changed?: Date; versions?: ContentVersion[] }

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Returns the index of a sitemap (sitemaps.org). */
export function writeSitemapIndex(parts: SitemapEntry[], origin: string): string {
  const entries = parts.map((part) => writeEntry('sitemap', part, origin)).join('')
  return `${xmlHead}<sitemapindex ${namespace}>\n${entries}</sitemapindex>\n`
}

/**
 * Returns a part of a sitemap with the addresses of pages in the current language, except those that aren't for its
 * readers because their content is translated. Each page names its versions in all languages, as its HTML does.
 */
export function writeSitemap(pages: SitemapEntry[], origin: string, languages: readonly Language[]): string {
  const { prefix: current } = currentLanguage()
  const entries = pages.map(({ path, changed, versions = [] }) => {
    const found = versionLinks(path, versions, languages)
    if (found.length > 0 && !found.some((link) => link.path === path && link.prefix === current)) return ''
    const links = found.map(({ hreflang, ...page }) => {
      const href = escapeXml(origin + pathInLanguage(page.path, page))
      return `<xhtml:link rel="alternate" hreflang="${escapeXml(hreflang)}" href="${href}"/>`
    })
    return writeEntry('url', { path: pathInLanguage(path, { prefix: current }), changed }, origin, links.join(''))
  })
  return `${xmlHead}<urlset ${namespace} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('')}</urlset>\n`
}

function writeEntry(name: string, { path, changed }: SitemapEntry, origin: string, links = ''): string {
  const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''
  return `<${name}><loc>${escapeXml(origin + path)}</loc>${lastmod}${links}</${name}>\n`
}
