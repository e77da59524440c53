import type { APIRequestContext } from '@playwright/test'
import { settingsSchema } from '#server/settings/settings-schema.ts'
import { readXml, textsOf } from '../read-xml.ts'
import { expect, test } from './story.ts'

/** Public pages that a visitor must be able to reach by links from the home page. */
const publicPages = [
  '/categories',
  '/prompts',
  '/prompts/newest',
  '/prompts/popular',
  '/prompts/highest-rated',
  '/prompts/proved',
  '/contributors',
  '/search',
  '/prompt-generator',
  '/compare',
  '/models',
  '/terms',
  '/privacy',
  '/cookies',
  '/sitemap',
  '/help',
  '/mcp',
  '/contact',
  '/user/promptarium',
  '/api/docs',
]

const entities: Record<string, string> = { '&amp;': '&', '&#x27;': "'", '&quot;': '"' }

/** Returns the URLs of this site that a page links to. */
function linksOf(html: string, page: URL): URL[] {
  return [...html.matchAll(/<(?:a|link)\b[^>]*?\shref="([^"]*)"/g)]
    .map(
      ([, href = '']) =>
        new URL(
          href.replace(/&amp;|&#x27;|&quot;/g, (entity) => entities[entity] ?? ''),
          page,
        ),
    )
    .filter((url) => url.origin === page.origin)
}

/**
 * The kind of a URL: its path and the names of its parameters, of which more than two are one kind: filters combine in
 * thousands of ways. The crawl follows one URL of each kind. Each page of a list without filters is a kind of its own,
 * so that the prompts on later pages are reached too.
 */
const kindOf = (url: URL) => {
  if (/^\?cursor=[^&]+$/.test(url.search)) return `${url.pathname}${url.search}`
  const names = [...new Set(url.searchParams.keys())].toSorted()
  return `${url.pathname}?${names.length > 2 ? 'many' : names}`
}

/**
 * Matches the names of settings, which only operators need to know. Names of one word aren't included, because any text
 * may contain a word such as PORT.
 */
const settingName = new RegExp(
  `\\b(${Object.keys(settingsSchema.shape)
    .filter((name) => name.includes('_'))
    .join('|')})\\b`,
)

/**
 * Follows the links from `start`, to one URL of each kind. Returns the paths of these URLs, the dead links (with any
 * status but 200), and the pages that mention a setting.
 */
async function crawl(
  request: APIRequestContext,
  start: URL,
): Promise<{ paths: Set<string>; dead: string[]; withSettings: string[] }> {
  const seen = new Set([kindOf(start)])
  const queue = [{ url: start, from: 'the start' }]
  const dead: string[] = []
  const withSettings: string[] = []
  for (const { url, from } of queue) {
    const response = await request.get(url.href, { maxRedirects: 0 })
    if (response.status() !== 200) dead.push(`${url.pathname}${url.search} from ${from}: ${response.status()}`)
    if (!response.headers()['content-type']?.startsWith('text/html')) continue
    const html = await response.text()
    const mentionedSetting = settingName.exec(html)
    if (mentionedSetting) withSettings.push(`${url.pathname}: ${mentionedSetting[0]}`)
    for (const next of linksOf(html, url)) {
      if (seen.has(kindOf(next))) continue
      seen.add(kindOf(next))
      queue.push({ url: next, from: url.pathname })
    }
  }
  return { paths: new Set(queue.map(({ url }) => url.pathname)), dead, withSettings }
}

/** Returns the URLs in a sitemap or a sitemap index. */
async function locationsIn(request: APIRequestContext, url: string): Promise<string[]> {
  const text = await (await request.get(url)).text()
  return readXml(text).children.flatMap((child) => textsOf(child, 'loc'))
}

test('from the home page every public page is reached, no link is dead, no page mentions a setting, and every address in the sitemap exists', async ({
  request,
  baseURL,
}) => {
  test.setTimeout(300_000)
  const { paths, dead, withSettings } = await crawl(request, new URL(baseURL ?? ''))
  expect(dead).toEqual([])
  expect(withSettings).toEqual([])
  expect(publicPages.filter((path) => !paths.has(path))).toEqual([])

  const { items } = await (await request.get('/api/prompts?limit=100')).json()
  const promptPaths = (items as { slug: string }[]).map(({ slug }) => `/prompt/${slug}`)
  expect(promptPaths.filter((path) => !paths.has(path))).toEqual([])

  const sitemapUrls = (await locationsIn(request, '/sitemap.xml')).map((url) => new URL(url))
  const sitemaps = sitemapUrls.map(({ pathname, search }) => pathname + search)
  const addresses = (await Promise.all(sitemaps.map((path) => locationsIn(request, path)))).flat()
  expect(addresses.length).toBeGreaterThan(promptPaths.length)
  for (const address of addresses.filter((url) => !paths.has(new URL(url).pathname)))
    expect([address, (await request.get(address)).status()]).toEqual([address, 200])
})
