import { sql } from 'kysely'
import { aggregateFilterCounts } from '#features/catalogue/server/filter-counts.ts'
import { languages } from '#lib/languages.ts'
import { type Db, openPool } from '#platform/database/db.ts'
import { createApp } from '#server/app.ts'
import { type OpenDatabase, renewConnections } from '#server/database/database.ts'
import { migrate } from '#server/database/migrations.ts'
import { createPageApi } from '#server/pages/page-api.ts'
import { loadPageRenderer } from '#server/start/build.ts'
import { connectionTo } from '#test/postgres.ts'
import { memoryOf } from '#test/processes.ts'
import { createTestServices } from '#test/test-services.ts'
import { isSearch, measureApi, type Reader, type RequestTimes } from './bench-api.ts'
import { type GenerateOptions, generatePrompts } from './generate-prompts.ts'
import { addGroups, addMembersOfGroups, groupsOf } from './group-members.ts'
import { signInMany } from './members.ts'
import type { PromptSource } from './prompt-sources.ts'
import { atMost, percentiles, printTable, type Row } from './report.ts'

/** How many times the home page is rendered on each database, after how many that aren't measured. */
const homeRounds = 30
const homeWarmUps = 50

/** How many times as long a request may take at the largest size as at the smallest. */
const growthBudgets = { list: 1.3, search: 1.6 }
/** The highest p95 of a kind of search at the largest size, in ms. */
const searchBudget = 70

/** Half of the prompts are in English, and the others in the other languages of the interface. */
const languageOf = (number: number): string =>
  number % 2 === 0 ? 'en' : (languages[((number - 1) / 2) % languages.length]?.tag.split('-')[0] ?? 'en')
const otherPaths = [
  ...[
    '/api/prompts?language=de',
    '/api/prompts?language=ja&sort=popular',
    '/api/prompts?category=creative&language=ar',
  ],
  ...['/api/filters', '/api/filters?category=creative&language=de', '/api/search?q=answer&language=fr'],
]
/** How many prompts a member has saved, as a share of all and at most. As many notifications are about them. */
const savedShare = 0.1
const savedMax = 100_000
/** What the pages of a member with long lists ask for. */
const memberPaths = [
  '/api/user?with=/api/user/prompts?limit=1%26status=draft,/api/favorites?limit=1,/api/notifications/count,/api/user/credits',
  ...['/api/favorites', '/api/favorites?sort=popular', '/api/notifications', '/api/notifications?unread=true'],
  ...['/api/user/notification-settings', '/api/user/profile', '/api/user/follows', '/api/user/prompts?status=draft'],
]

/**
 * Measures the same requests on databases of growing sizes, in turn, and prints the times: of a visitor, and of a
 * member with long lists in five of fifty groups. A fifth of the prompts is for groups, and half are in other languages.
 * The databases aren't dropped, so a later run on the same server only adds missing prompts. `onlySearch`: measures only
 * searches and suggestions. Returns how much the median of each request grows from the first size to the last.
 */
export async function benchScale(
  server: OpenDatabase,
  sizes: number[],
  { sources, onlySearch = false }: { sources: PromptSource[]; onlySearch?: boolean },
): Promise<Row[]> {
  const databases: (FilledDatabase & { close(): Promise<void> })[] = []
  try {
    const options = { sources, groupsOf, languageOf, prepare: addGroups }
    for (const size of sizes) databases.push(await fillDatabase(server, `scale_${size}`, size, options))
    const dbs = databases.map(({ db }) => db)
    for (const db of dbs) await aggregateFilterCounts(db)
    const homes = onlySearch ? null : await measureHomes(dbs)
    const asVisitor = await measureApi(
      dbs.map((db) => ({ db })),
      { onlySearch, extraPaths: onlySearch ? [] : otherPaths },
    )
    const members = await Promise.all(databases.map(signInMember))
    const extraPaths = onlySearch ? [] : [...otherPaths, ...memberPaths]
    const asMember = await measureApi(members, { onlySearch, extraPaths })
    const figuresOfDatabases = asVisitor.map((figures, place) => [
      ...figures,
      ...(homes ? [{ what: 'home page rendered without caches', ...percentiles(homes[place] ?? []) }] : []),
      ...(asMember[place] ?? []).map(({ what, ...times }) => ({ what: `${what}, member of groups`, ...times })),
    ])
    const lines = (figuresOfDatabases[0] ?? []).map(({ what, p50 }, line) => {
      const figuresBySize = figuresOfDatabases.map((figures) => figures[line] as RequestTimes)
      const growth = (figuresBySize.at(-1)?.p50 ?? Number.NaN) / p50
      const cells = figuresBySize.map((figure) => `${figure.p50.toFixed(1)} ms, ${figure.p95.toFixed(1)} ms`)
      return { what, growth, p95: figuresBySize.at(-1)?.p95 ?? Number.NaN, cells }
    })
    printTable(
      ['p50 and p95', ...sizes.map((size) => size.toLocaleString('en-US')), 'growth of p50'],
      [
        ...lines.map(({ what, growth, cells }) => [what, ...cells, growth.toFixed(2)]),
        ['store prompts', ...databases.map(({ rate }) => rate), ''],
      ],
    )
    console.log(`Memory, including an embedded database: ${Math.round(memoryOf(process.pid))} MB\n`)
    return lines.map(({ what, growth, p95 }): Row => {
      if (!isSearch(what)) return [what, growth.toFixed(2), atMost(growthBudgets.list, growth, 'times')]
      const budgets = [atMost(growthBudgets.search, growth, 'times'), atMost(searchBudget, p95, 'ms', 'p95')]
      return [what, growth.toFixed(2), ...budgets]
    })
  } finally {
    for (const { close } of databases) await close()
  }
}

/** `rate`: how fast its missing prompts were stored, as text for the table. */
type FilledDatabase = Pick<OpenDatabase, 'db' | 'pool'> & { size: number; rate: string }

/** Opens the database with this name, and adds missing prompts. */
export async function fillDatabase(
  { pool: serverPool, connection }: OpenDatabase,
  suffix: string,
  size: number,
  {
    prepare,
    ...options
  }: Pick<GenerateOptions, 'sources' | 'groupsOf' | 'languageOf'> & { prepare?: (db: Db) => Promise<void> },
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
  const ms = await generatePrompts(db, size, { ...options, from, onProgress })
  await vacuumAnalyze(pool)
  const rate = from >= size ? 'already there' : `${Math.round(((size - from) * 1000) / ms)} a second`
  return { db, pool, size, rate, close: () => db.destroy() }
}

/** Adds and signs in a member of groups, with long lists of saved prompts and notifications. */
async function signInMember({ db, pool, size }: FilledDatabase): Promise<Reader> {
  const members = await addMembersOfGroups(db)
  const count = Math.min(savedMax, size * savedShare)
  await sql`
    with saved as (
      insert into favourites (user_id, prompt_id, saved_at)
      select ${members[0]?.id}::uuid, id, published_at from prompts where status = 'published' limit ${count}
      returning user_id, prompt_id, saved_at
    ), events as (
      insert into notification_events (id, kind, prompt_id, thread, created_at, delivered)
      select gen_random_uuid(), 'prompt-version', prompt_id, 'prompt:' || prompt_id, saved_at, true from saved
      returning id, thread, created_at
    )
    insert into notifications (user_id, event_id, thread, created_at, read_at)
    select ${members[0]?.id}::uuid, id, thread, created_at,
      case when row_number() over (order by id) > 50 then created_at end from events
    on conflict do nothing`.execute(db)
  await vacuumAnalyze(pool)
  const [cookie] = await signInMany(db, members)
  return { db, cookie }
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
