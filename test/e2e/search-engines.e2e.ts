import { readXml, textsOf } from '../read-xml.ts'
import { signUp } from './members.ts'
import { publish } from './staff.ts'
import { expect, test } from './story.ts'
import { titleOf } from './writer.ts'

/** A page of each kind, with the types of the nodes in its JSON-LD. */
const pages = [
  { path: '/', nodes: ['WebSite'] },
  { path: '/prompts', nodes: ['BreadcrumbList', 'ItemList'] },
  { path: '/prompts/newest', nodes: ['BreadcrumbList', 'ItemList'] },
  { path: '/prompts/popular', nodes: ['BreadcrumbList', 'ItemList'] },
  { path: '/prompts/highest-rated', nodes: ['BreadcrumbList', 'ItemList'] },
  { path: '/prompts/proved', nodes: ['BreadcrumbList', 'ItemList'] },
  { path: '/categories', nodes: ['BreadcrumbList', 'ItemList'] },
  { path: '/category/general', nodes: ['BreadcrumbList', 'ItemList'] },
  { path: '/prompt/cover-letter-writer', nodes: ['BreadcrumbList', 'CreativeWork'] },
  { path: '/tools', nodes: ['BreadcrumbList', 'ItemList'] },
  { path: '/contributors', nodes: ['BreadcrumbList'] },
  { path: '/user/promptarium', nodes: ['BreadcrumbList', 'ProfilePage'] },
  { path: '/help', nodes: ['BreadcrumbList', 'FAQPage'] },
  { path: '/contact', nodes: ['BreadcrumbList'] },
  { path: '/terms', nodes: ['BreadcrumbList'] },
  { path: '/privacy', nodes: ['BreadcrumbList'] },
  { path: '/cookies', nodes: ['BreadcrumbList'] },
  { path: '/sitemap', nodes: ['BreadcrumbList'] },
]

type Head = {
  title: string | null | undefined
  canonical: string | null | undefined
  feed: string | null | undefined
  meta: Record<string, string>
  /** The text of each JSON-LD script. */
  jsonLd: string[]
}

/**
 * Reads what a page tells robots about itself. This runs in the browser, which parses the HTML without running its
 * scripts.
 */
function readHead(html: string): Head {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  const hrefOf = (selector: string) => parsed.querySelector(selector)?.getAttribute('href')
  const metaEntries = [...parsed.querySelectorAll('head meta[content]')].map((tag) => [
    tag.getAttribute('name') ?? tag.getAttribute('property') ?? '',
    tag.getAttribute('content') ?? '',
  ])
  const jsonLd = [...parsed.querySelectorAll('script[type="application/ld+json"]')]
  return {
    title: parsed.querySelector('title')?.textContent,
    canonical: hrefOf('link[rel="canonical"]'),
    feed: hrefOf('link[rel="alternate"][type="application/atom+xml"]'),
    meta: Object.fromEntries(metaEntries),
    jsonLd: jsonLd.map((script) => script.textContent ?? ''),
  }
}

const metaNames = [
  ...['description', 'keywords', 'twitter:card', 'twitter:title', 'twitter:image'],
  ...['og:title', 'og:description', 'og:type', 'og:url', 'og:site_name'],
]

test('a page of each kind describes itself to robots', async ({ page, request, baseURL }) => {
  for (const { path, nodes } of pages) {
    await test.step(path, async () => {
      const html = await (await request.get(path)).text()
      const { title, canonical, feed, meta, jsonLd } = await page.evaluate(readHead, html)
      expect(title).toMatch(/Promptarium/)
      for (const name of metaNames) expect([name, meta[name]]).toEqual([name, expect.stringMatching(/./)])
      expect(new URL(canonical ?? '', baseURL).href).toBe(new URL(path, baseURL).href)
      expect(readXml(await (await request.get(feed ?? '')).text()).name).toBe('feed')

      const image = await request.get(meta['og:image'] ?? '')
      const bytes = await image.body()
      // Bytes 16 to 23 of a PNG file have its width and height.
      expect([image.status(), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([200, 1200, 630])

      const found = jsonLd.map((text) => JSON.parse(text) as { '@context': string; '@type': string })
      expect(found.map((node) => node['@type'])).toEqual(nodes)
      for (const node of found) expect(node['@context']).toBe('https://schema.org')
    })
  }
})

test('the tags for robots are still there after hydration, and are removed by the first navigation', async ({
  page,
}) => {
  await page.goto('/prompts', { waitUntil: 'networkidle' })
  const tags = page.locator('script[type="application/ld+json"], meta[property^="og:"]')
  expect(await tags.count()).toBeGreaterThan(5)
  await page.getByRole('navigation').getByRole('link', { name: 'Categories' }).first().click()
  await expect(page).toHaveTitle('Categories | Promptarium')
  await expect(tags).toHaveCount(0)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', '/categories')
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /what they are for/)
})

test('a hostile title is escaped in JSON-LD and in feeds', async ({ page, request }) => {
  await signUp(page)
  const slug = await publish(page, titleOf('<b>Bold</b> & <script>alert(1)</script>'))
  const hostile = await (await request.get(`/api/prompts/${slug}`)).json()
  await page.goto(`/prompt/${hostile.slug}`)
  const nameInJsonLd = await page
    .locator('script[type="application/ld+json"]')
    .evaluateAll(
      (blocks) =>
        blocks.map((block) => JSON.parse(block.textContent ?? '')).find((node) => node['@type'] === 'CreativeWork')
          ?.name,
    )
  expect(nameInJsonLd).toBe(hostile.title)
  expect((await request.get(`/share/prompt/${hostile.slug}.png`)).status()).toBe(200)
  expect((await request.get(`/prompt/${hostile.slug}.md`)).headers()['content-type']).toMatch(/^text\/markdown/)
  const readFeedTitles = async () => {
    const feed = readXml(await (await request.get(`/category/${hostile.category.slug}/feed.xml`)).text())
    return feed.children.filter(({ name }) => name === 'entry').flatMap((entry) => textsOf(entry, 'title'))
  }
  await expect.poll(readFeedTitles).toContain(hostile.title)
})

test('browsers can parse the XML of the sitemap and the feed', async ({ page }) => {
  await page.goto('/')
  const errors = await page.evaluate(async () => {
    const texts = await Promise.all(['/sitemap.xml', '/feed.xml'].map(async (path) => (await fetch(path)).text()))
    return texts.flatMap(
      (text) => [...new DOMParser().parseFromString(text, 'text/xml').querySelectorAll('parsererror')].length,
    )
  })
  expect(errors).toEqual([0, 0])
})
