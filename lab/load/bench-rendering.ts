import type { Db } from '#platform/db.ts'
import { createApp } from '#server/app.ts'
import { createPageApi } from '#server/pages/page-api.ts'
import { loadPageRenderer } from '#server/start/build.ts'
import { createTestServices } from '#test/test-services.ts'
import { atMost, type Row } from './report.ts'

/**
 * After this many renderings, V8 has optimized the code. In a process that has just started, a page costs two to three
 * times as much.
 */
const warmUps = 600
const renders = 200
/** The number of warm-ups when databases are compared, where it doesn't matter that the code isn't optimized yet. */
const scaleWarmUps = 50
/** The CPU time that rendering each page may take, in ms. */
const budgets = { home: 4, list: 3, prompt: 3 }

type Render = (request: Request) => Promise<Response>

/**
 * Measures how much CPU time it takes to render each page of `budgets` with its queries, without the page cache. The
 * renderings share the footer's data, which is read once a second (`createPageApi`).
 */
export async function benchRendering(db: Db): Promise<Row[]> {
  const { app, render } = await createRendering(db)
  const { items } = await (await app.request('/api/prompts/newest?limit=1')).json()
  const pages = { home: '/', list: '/prompts', prompt: `/prompt/${items[0].slug}` }
  const rows: Row[] = []
  for (const name of ['home', 'list', 'prompt'] as const) {
    const path = pages[name]
    for (let n = 0; n < warmUps; n++) await renderPage(render, path)
    const before = process.cpuUsage()
    for (let n = 0; n < renders; n++) await renderPage(render, path)
    const { user, system } = process.cpuUsage(before)
    const cpu = (user + system) / 1000 / renders
    rows.push([name, `${cpu.toFixed(2)} ms CPU`, atMost(budgets[name], cpu, 'ms CPU')])
  }
  return rows
}

/** Renders a page with its queries on each database in turn. Returns the times for each database, in ms. */
export async function measurePageTimes(dbs: Db[], path: string, rounds: number): Promise<number[][]> {
  const sites = await Promise.all(dbs.map(async (db) => ({ ...(await createRendering(db)), times: [] as number[] })))
  for (let n = 0; n < scaleWarmUps + rounds; n++) {
    for (const { render, times } of sites) {
      const start = performance.now()
      await renderPage(render, path)
      if (n >= scaleWarmUps) times.push(performance.now() - start)
    }
  }
  return sites.map(({ times }) => times)
}

async function createRendering(db: Db) {
  process.env.NODE_ENV = 'production'
  const app = createApp({ ...createTestServices(db), db })
  const createPageRenderer = await loadPageRenderer()
  const render: Render = createPageRenderer(createPageApi(app), {
    name: 'Promptarium',
    origin: null,
    contact: null,
  })
  return { app, render }
}

async function renderPage(render: Render, path: string) {
  const response = await render(new Request(`http://127.0.0.1${path}`))
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}.`)
  return response.text()
}
