import { createApp } from '#server/app.ts'
import type { Db } from '#server/platform/db.ts'
import { loadPageRenderer } from '#server/web-build.ts'
import type { Row } from './report.ts'

const warmUps = 50
const renders = 200

/** CPU of this process to render a page with its queries, without any cache. */
export async function benchRendering(db: Db): Promise<Row[]> {
  process.env.NODE_ENV = 'production'
  const app = createApp({ db, now: () => new Date() })
  const createPageRenderer = await loadPageRenderer()
  const render = createPageRenderer((path, init) => app.request(path, init), {
    name: 'Promptarium',
    origin: null,
    contact: null,
  })
  const { items } = await (await app.request('/api/prompts/newest?limit=1')).json()
  const pages = { home: '/', list: '/prompts', prompt: `/prompt/${items[0].slug}` }
  const rows: Row[] = []
  for (const [name, path] of Object.entries(pages)) {
    for (let n = 0; n < warmUps; n++) await draw(render, path)
    const before = process.cpuUsage()
    for (let n = 0; n < renders; n++) await draw(render, path)
    const { user, system } = process.cpuUsage(before)
    rows.push([
      name,
      `${((user + system) / 1000 / renders).toFixed(2)} ms CPU${name === 'home' ? ' (budget 3 ms)' : ''}`,
    ])
  }
  return rows
}

async function draw(render: (request: Request) => Promise<Response>, path: string) {
  const response = await render(new Request(`http://127.0.0.1${path}`))
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`)
  return response.text()
}
