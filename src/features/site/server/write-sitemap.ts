import { escapeXml, xmlHead } from './write-xml.ts'

/** A page in a sitemap, or a part in its index. `changed` is unset if the time of the last change isn't known. */
export type SitemapEntry = { path: string; changed?: Date }

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Returns the index of a sitemap (sitemaps.org). */
export function writeSitemapIndex(parts: SitemapEntry[], origin: string): string {
  return `${xmlHead}<sitemapindex ${namespace}>\n${writeEntries('sitemap', parts, origin)}</sitemapindex>\n`
}

/** Returns a part of a sitemap with the addresses of pages. */
export function writeSitemap(pages: SitemapEntry[], origin: string): string {
  return `${xmlHead}<urlset ${namespace}>\n${writeEntries('url', pages, origin)}</urlset>\n`
}

function writeEntries(name: string, entries: SitemapEntry[], origin: string): string {
  return entries
    .map(({ path, changed }) => {
      const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''
      return `<${name}><loc>${escapeXml(origin + path)}</loc>${lastmod}</${name}>\n`
    })
    .join('')
}
