import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { PageKind, RenderedPages, RenderPages } from './bench-rendering.ts'

// Renders whole pages of a checkout, which may be that of another commit, for bench-rendering.ts: with an own database,
// from the request to the compressed bytes.

const { values } = parseArgs({
  options: { checkout: { type: 'string' }, prompts: { type: 'string' }, csv: { type: 'string' } },
})
const { checkout = process.cwd(), prompts = '0', csv } = values
process.env.NODE_ENV = 'production'

/** Loads a module of the checkout from the first of these paths that exists there: commits have different folders. */
// biome-ignore lint/suspicious/noExplicitAny: the types of another commit are unknown
async function load(...paths: string[]): Promise<any> {
  const path = paths.map((one) => join(checkout, one)).find(existsSync)
  if (!path) throw new Error(`${checkout} has none of these files: ${paths.join(', ')}.`)
  return import(pathToFileURL(path).href)
}

const { buildIfNeeded, loadPageRenderer } = await load('src/server/start/build.ts', 'src/server/build.ts')
const { readSettings } = await load('src/server/settings/settings.ts', 'src/server/settings.ts')
const { openMigratedDatabase } = await load(
  'src/server/database/open-migrated-database.ts',
  'src/server/open-migrated-database.ts',
)
const { createApp } = await load('src/server/app.ts')
const { createPageApi } = await load('src/server/pages/page-api.ts', 'src/server/page-api.ts')
/** Earlier commits have no cache of answers. */
const { createAnswerCache } = await load('src/platform/answer-cache.ts', 'src/server/app.ts')
const { createPages } = await load('src/server/pages/pages.ts', 'src/server/pages.ts')
const { createTestServices } = await load('test/test-services.ts')
const { generatePrompts } = await load('lab/load/generate-prompts.ts', 'test/load/generate-prompts.ts')
const { makeSources, readSources } = await load('lab/load/prompt-sources.ts', 'test/load/prompt-sources.ts')

const site = { name: 'Promptarium', origin: 'https://example.org', contact: null }
/** How many pages of the list of all prompts are rendered. */
const listPages = 20
const silent = { debug() {}, info() {}, warn: console.error, error: console.error }
const dataDir = await mkdtemp(join(tmpdir(), 'promptarium-pages-'))
const settings = readSettings({ ...process.env, DATA_DIR: dataDir, STARTER: 'off', LOG_LEVEL: 'error' })

await buildIfNeeded(() => undefined)
const database = await openMigratedDatabase(settings, { purpose: 'server', log: () => undefined })
const { db } = database
await generatePrompts(db, Number(prompts), { sources: csv ? await readSources(csv) : makeSources() })
// Some prompts have votes and copies, so that no section of the home page is empty.
await sql`
  update prompts set votes_up = 9, rating = 0.7, copies = 50 where id in (select id from prompts order by id limit 200)`.execute(
  db,
)
await sql`vacuum analyze`.execute(db)

const answers = createAnswerCache?.({ maxBytes: 32 * 1024 * 1024, freshMs: 60_000 })
const app = createApp({ ...createTestServices(db), db, answers })
const createPageRenderer = await loadPageRenderer()
const pages = createPages({
  renderer: createPageRenderer(createPageApi(app, answers), site),
  writer: (request: Request) => app.fetch(request),
  policyOf: () => ({}),
  origin: site.origin,
  siteName: site.name,
  headers: {},
  log: silent,
})

const slugs = (await db.selectFrom('prompts').select('slug').orderBy('id').execute()).map(
  ({ slug }: { slug: string }) => slug,
)

/** What a change of content drops. */
function change(...keys: string[]) {
  answers?.drop(keys)
  pages.contentChanged(keys)
}

async function render(path: string) {
  const page = await pages.render(path)
  if (page.status !== 200) throw new Error(`${path} returned ${page.status}.`)
  return page.encodings
}

/** The addresses of a list's pages. */
async function listAddresses(): Promise<string[]> {
  const addresses = ['/prompts']
  while (addresses.length < listPages) {
    const { searchParams } = new URL(addresses.at(-1) as string, site.origin)
    const response = await app.request(
      `/api/prompts?${new URLSearchParams({ sort: 'trending', ...Object.fromEntries(searchParams) })}`,
    )
    const { nextCursor } = await response.json()
    addresses.push(`/prompts?${new URLSearchParams({ cursor: nextCursor })}`)
  }
  return addresses
}

const addressesOf: Record<PageKind, string[]> = {
  home: ['/'],
  list: await listAddresses(),
  prompt: slugs.map((slug: string) => `/prompt/${slug}`),
}
const nextOf = { home: 0, list: 0, prompt: 0 }

/**
 * Renders this many pages of a kind. A prompt's page was never rendered before. Before the home page and before each
 * round through the lists, the lists change, as if a prompt were published.
 */
async function renderPages({ kind, count }: RenderPages): Promise<RenderedPages> {
  const addresses = addressesOf[kind]
  const before = process.cpuUsage()
  const sum = { bytes: 0, compressed: 0 }
  for (let n = 0; n < count; n++) {
    const place = nextOf[kind]++ % addresses.length
    if (place === 0) change(kind === 'prompt' ? 'everything' : 'lists')
    const { identity, br } = await render(addresses[place] as string)
    sum.bytes += identity.body.length
    sum.compressed += br.body.length
  }
  const { user, system } = process.cpuUsage(before)
  return { cpuMs: (user + system) / 1000 / count, bytes: sum.bytes / count, compressed: sum.compressed / count }
}

process.on('message', async (message: RenderPages | 'end') => {
  if (message !== 'end') return process.send?.(await renderPages(message))
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
  process.exit()
})
process.send?.('ready')
