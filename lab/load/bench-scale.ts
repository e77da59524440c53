import { type Db, openPool } from '#platform/database/db.ts'
import { createApp } from '#server/app.ts'
import { type OpenDatabase, renewConnections } from '#server/database/database.ts'
import { migrate } from '#server/database/migrations.ts'
import { createPageApi } from '#server/pages/page-api.ts'
import { loadPageRenderer } from '#server/start/build.ts'
import { connectionTo } from '#test/postgres.ts'
import { memoryOf } from '#test/processes.ts'
import { createTestServices } from '#test/test-services.ts'
import { isSearch, measureApi, type RequestTimes } from './bench-api.ts'
import { type GenerateOptions, generatePrompts } from './generate-prompts.ts'
import type { PromptSource } from './prompt-sources.ts'
import { atMost, percentiles, printTable, type Row } from './report.ts'

/** How many times the home page is rendered on each database, after how many that aren't measured. */
const homeRounds = 30
const homeWarmUps = 50

/** How many times as long a request may take at the largest size as at the smallest. */
const growthBudgets = { list: 1.3, search: 1.5 }

/**
 * Measures the same requests on databases of growing sizes, in turn, and prints the times. The databases aren't dropped,
 * so a later run on the same server only adds missing prompts. `onlySearch`: measures only searches and suggestions.
 * Returns how much the median of each request grows from the first size to the last.
 */
export async function benchScale(
  server: OpenDatabase,
  sizes: number[],
  { sources, onlySearch = false }: { sources: PromptSource[]; onlySearch?: boolean },
): Promise<Row[]> {
  const databases: (FilledDatabase & { close(): Promise<void> })[] = []
  try {
    for (const size of sizes) databases.push(await fillDatabase(server, String(size), size, { sources }))
    const dbs = databases.map(({ db }) => db)
    const homes = onlySearch ? null : await measureHomes(dbs)
    const figuresOfDatabases = (
      await measureApi(
        dbs.map((db) => ({ db })),
        { onlySearch },
      )
    ).map((figures, place) => [
      ...figures,
      ...(homes ? [{ what: 'home page rendered without caches', ...percentiles(homes[place] ?? []) }] : []),
    ])
    const lines = (figuresOfDatabases[0] ?? []).map(({ what, p50 }, line) => {
      const figuresBySize = figuresOfDatabases.map((figures) => figures[line] as RequestTimes)
      const growth = (figuresBySize.at(-1)?.p50 ?? Number.NaN) / p50
      const cells = figuresBySize.map((figure) => `${figure.p50.toFixed(1)} ms, ${figure.p95.toFixed(1)} ms`)
      return { what, growth, cells }
    })
    printTable(
      ['p50 and p95', ...sizes.map((size) => size.toLocaleString('en-US')), 'growth of p50'],
      [
        ...lines.map(({ what, growth, cells }) => [what, ...cells, growth.toFixed(2)]),
        ['store prompts', ...databases.map(({ rate }) => rate), ''],
      ],
    )
    console.log(`Memory, including an embedded database: ${Math.round(memoryOf(process.pid))} MB\n`)
    return lines.map(({ what, growth }) => {
      const budget = isSearch(what) ? growthBudgets.search : growthBudgets.list
      return [what, growth.toFixed(2), atMost(budget, growth, 'times')]
    })
  } finally {
    for (const { close } of databases) await close()
  }
}

/** `rate`: how fast its missing prompts were stored, as text for the table. */
type FilledDatabase = { db: OpenDatabase['db']; rate: string }

/** Opens the database with this name, and adds missing prompts. */
export async function fillDatabase(
  { pool: serverPool, connection }: OpenDatabase,
  suffix: string,
  size: number,
  {
    sources,
    groupsOf,
    prepare,
  }: Pick<GenerateOptions, 'sources' | 'groupsOf'> & { prepare?: (db: Db) => Promise<void> },
) {
  const name = `promptarium_bench_${suffix}`
  const { rowCount } = await serverPool.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) await serverPool.query(`create database ${name} encoding 'UTF8' template template0`)
  const { db, pool } = openPool(connectionTo(connection, name), console.error)
  await migrate(db)
  await renewConnections(pool)
  await prepare?.(db)
  const from = Number(
    (await db.selectFrom('prompts').select(db.fn.countAll().as('count')).executeTakeFirstOrThrow()).count,
  )
  const onProgress = (stored: number) => stored % 50_000 === 0 && console.error(`${stored} prompts`)
  const ms = await generatePrompts(db, size, { sources, from, groupsOf, onProgress })
  await vacuumAnalyze(pool)
  const rate = from >= size ? 'already there' : `${Math.round(((size - from) * 1000) / ms)} a second`
  return { db, pool, rate, close: () => db.destroy() }
}

/**
 * Vacuums and analyzes the database as autovacuum does. Otherwise the figures would depend on outdated statistics,
 * because the database has just been filled.
 */
export async function vacuumAnalyze(pool: OpenDatabase['pool']): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('vacuum analyze')
  } finally {
    // The connection is closed, because its time-out is turned off.
    client.release(true)
  }
}

/** Renders the home page with its queries on each database in turn. Returns the times for each database, in ms. */
async function measureHomes(dbs: Db[]): Promise<number[][]> {
  process.env.NODE_ENV = 'production'
  const createPageRenderer = await loadPageRenderer()
  const facts = { name: 'Promptarium', origin: null, contact: null }
  const sites = dbs.map((db) => {
    const app = createApp({ ...createTestServices(db), db })
    return { render: createPageRenderer(createPageApi(app), facts), times: [] as number[] }
  })
  for (let n = 0; n < homeWarmUps + homeRounds; n++) {
    for (const { render, times } of sites) {
      const start = performance.now()
      const response = await render(new Request('http://127.0.0.1/'))
      if (response.status !== 200) throw new Error(`The home page returned ${response.status}.`)
      await response.text()
      if (n >= homeWarmUps) times.push(performance.now() - start)
    }
  }
  return sites.map(({ times }) => times)
}
