import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../test/e2e/chromium.ts'
import { createSiteStorageWithPrompts, type Product, startBuiltSite, startBuiltSiteOn } from '../test/e2e/product.ts'

const folder = join(import.meta.dirname, '../shots')
const widths = [1280, 390]
const themes = ['light', 'dark'] as const

/**
 * The screens: the name of each image, and the path of its page. `{prompt}` is the slug of a prompt, `{empty}` the slug
 * of an empty category, or of the last one if none is empty.
 */
const screens: [name: string, path: string][] = [
  ['home', '/'],
  ['prompts', '/prompts'],
  ['prompts-newest', '/prompts/newest'],
  ['prompts-popular', '/prompts/popular'],
  ['prompts-highest-rated', '/prompts/highest-rated'],
  ['categories', '/categories'],
  ['category', '/category/programming-code'],
  ['category-empty', '/category/{empty}'],
  ['prompt', '/prompt/{prompt}'],
  ['tools', '/tools'],
  ['search-found', '/search?q=act'],
  ['search-nothing', '/search?q=qqqqqqqq'],
  ['search-blank', '/search'],
  ['contributors', '/contributors'],
  ['user', '/user/promptarium'],
  ['generator', '/prompt-generator'],
  ['compare', '/compare'],
  ['models', '/models'],
  ['help', '/help'],
  ['mcp', '/mcp'],
  ['contact', '/contact'],
  ['terms', '/terms'],
  ['privacy', '/privacy'],
  ['cookies', '/cookies'],
  ['sitemap', '/sitemap'],
  ['not-found', '/no-such-page'],
  ['api-docs', '/api/docs'],
]

const usage = `Saves screenshots of the main public screens in shots/: ${widths.join(' and ')} px wide, ${themes.join(' and ')}.

  npm run shots                  of the test catalogue, on a temporary server
  npm run shots -- --data DIR    of the catalogue in a data folder (no server may be using it)
  npm run shots -- --url URL     of a running site
  npm run shots -- home prompt   of the named screens only

The screens: ${screens.map(([name]) => name).join(', ')}.
`

async function openSite(values: { url?: string; data?: string }): Promise<Pick<Product, 'url' | 'stop'>> {
  if (values.url) return { url: values.url.replace(/\/$/, ''), stop: async () => undefined }
  if (values.data) return startBuiltSite({ DATA_DIR: resolve(values.data), DATABASE_URL: '' })
  return startBuiltSiteOn(await createSiteStorageWithPrompts())
}

type Slugs = { prompt: string; empty: string }

async function chooseSlugs(url: string): Promise<Slugs> {
  const { items } = await fetchJson<{ items: { slug: string; excerpt: string }[] }>(`${url}/api/prompts?limit=100`)
  const categories = await fetchJson<{ slug: string; promptCount: number }[]>(`${url}/api/categories`)
  // A prompt with blanks is preferred, because its page shows more.
  const prompt = items.find(({ excerpt }) => /\{\{.+\}\}/.test(excerpt)) ?? items[0]
  if (!prompt) throw new Error(`There is no prompt at ${url}. Import prompts first.`)
  const empty = categories.find(({ promptCount }) => promptCount === 0) ?? categories.at(-1)
  return { prompt: prompt.slug, empty: empty?.slug ?? 'general' }
}

async function fetchJson<Body>(url: string): Promise<Body> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} returned ${response.status}.`)
  return (await response.json()) as Body
}

async function takeShots(browser: Browser, url: string, screenNames: string[]): Promise<void> {
  const slugs = await chooseSlugs(url)
  const chosen = screens.filter(([name]) => screenNames.length === 0 || screenNames.includes(name))
  for (const width of widths) {
    for (const colorScheme of themes) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
      const page = await context.newPage()
      for (const [name, path] of chosen) {
        const address = path.replace('{prompt}', slugs.prompt).replace('{empty}', slugs.empty)
        await page.goto(url + address, { waitUntil: 'networkidle' })
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
      }
      await context.close()
      process.stdout.write(`${chosen.length} screens at ${width} px, ${colorScheme}\n`)
    }
  }
}

async function main(): Promise<void> {
  const options = { url: { type: 'string' }, data: { type: 'string' }, help: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  if (values.help) {
    process.stdout.write(usage)
    return
  }
  const unknown = positionals.find((requested) => !screens.some(([name]) => name === requested))
  if (unknown) {
    process.stderr.write(`There is no screen "${unknown}".\n\n${usage}`)
    process.exitCode = 2
    return
  }
  await mkdir(folder, { recursive: true })
  const site = await openSite(values)
  try {
    const browser = await chromium.launch(await findChromium())
    await takeShots(browser, site.url, positionals)
    await browser.close()
  } finally {
    await site.stop()
  }
}

await main()
