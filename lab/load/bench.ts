import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type OpenDatabase, openDatabase } from '#server/database/database.ts'
import { openMigratedDatabase } from '#server/database/open-migrated-database.ts'
import { readSettings, type Settings } from '#server/settings/settings.ts'
import { buildIfNeeded } from '#server/start/build.ts'
import { startAiVendors } from '#test/fakes/ai-vendors.ts'
import { findFreePort, type StartedProgram, startProgram, stopProgram } from '#test/processes.ts'
import { measureApi, toRows } from './bench-api.ts'
import { benchBytes } from './bench-bytes.ts'
import { benchCeiling, prepareCeiling } from './bench-ceiling.ts'
import { benchFlood } from './bench-flood.ts'
import { benchFollowing } from './bench-following.ts'
import { benchGroups } from './bench-groups.ts'
import { benchInstall } from './bench-install.ts'
import { benchLedger } from './bench-ledger.ts'
import { benchLighthouse } from './bench-lighthouse.ts'
import { benchLogins } from './bench-logins.ts'
import { benchPages } from './bench-pages.ts'
import { benchRating } from './bench-rating.ts'
import { benchRendering } from './bench-rendering.ts'
import { benchScale, vacuumAnalyze } from './bench-scale.ts'
import { benchSession } from './bench-session.ts'
import { benchSpends, checkLedger, prepareSpends } from './bench-spends.ts'
import { benchStart } from './bench-start.ts'
import { aiEnvironment, benchStreams, signUpMany } from './bench-streams.ts'
import { benchBareVotes, benchOneVote, benchVotes, prepareVotes, recountVotes } from './bench-votes.ts'
import { benchWorkers } from './bench-workers.ts'
import { generatePrompts } from './generate-prompts.ts'
import { makeSources, readSources } from './prompt-sources.ts'
import { compareWithBudgets, printRows, printTable, type Row } from './report.ts'

/**
 * `npm run bench`: measures the product part by part. At the end, it prints a table of all measured values and their
 * budgets. Options such as --votes choose parts. If a part fails, that is reported and the other parts run.
 * Machines are noisy, so trust only ratios within one run, and note the load that is printed.
 *   --prompts N     how many prompts to generate (100,000)
 *   --csv FILE      generate prompts from the texts of a file that `import` can read
 *   --scale         measure reads (such as lists and searches) at 10,000 and a million prompts
 *   --sizes N,N     the sizes for --scale, instead of these two
 *   --all           measure all parts, and reads at these sizes
 *   --against DIR   with --rendering: another commit's checkout with its packages, which renders the same pages in turn
 *   --search        measure only searches and suggestions, at --prompts or, with --scale, at --sizes
 * DATABASE_URL: use this database instead of an embedded one. It must be empty, and you can choose only one part.
 */
const parts = {
  /** Installing the packages. */
  install,
  /** The startup time, and the memory of an idle server. */
  start,
  /** Lists, searches, cached pages, and the bytes of a first visit. */
  pages,
  /** The CPU time of whole pages that aren't cached. */
  rendering,
  /** Lighthouse's scores for five kinds of pages. */
  lighthouse,
  /** Many requests from one network for pages that aren't cached, and how they affect readers in other networks. */
  flood,
  /** Many wrong logins from one network, and how they affect readers in other networks. */
  logins,
  /** Two workers, compared with one process. */
  workers,
  /** Spends and reservations of credits by 50 people at the same time. */
  money,
  /** Many votes at the same time, a vote on a prompt that has 50,000 votes, and the rating of models. */
  votes,
  /** What each action of a member costs: CPU time, and bytes of the write-ahead log. */
  ceiling,
  /** Publishing with 100,000 followers, and deleting an account that has 10,000 followers. */
  following,
  /** What reads cost a member of groups, compared with a member of none. */
  groups,
  /** Many answers of models at the same time. */
  streams,
}
const names = Object.keys(parts) as (keyof typeof parts)[]
const { values } = parseArgs({
  options: {
    prompts: { type: 'string', default: '100000' },
    csv: { type: 'string' },
    against: { type: 'string' },
    scale: { type: 'boolean', default: false },
    search: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    sizes: { type: 'string', default: '10000,1000000' },
    ...Object.fromEntries(names.map((name) => [name, { type: 'boolean' as const }])),
  },
})
const count = Number(values.prompts)
const log = () => undefined
const tables: [title: string, rows: Row[]][] = []
const sources = values.csv ? await readSources(values.csv) : makeSources()
const unlimited = { RATE_LIMITS: 'off', CAPTCHA: 'off' }

function report(title: string, rows: Row[]): void {
  printRows(title, rows)
  tables.push([title, rows])
}

/** A site with a data folder of its own, and the settings that use it. */
type BenchSite = { dataDir: string; environment: Record<string, string>; settings: Settings }

async function withBenchSite(run: (site: BenchSite) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'promptarium-bench-'))
  const environment = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', STARTER: 'off' }
  try {
    await run({ dataDir, environment, settings: readSettings({ ...process.env, ...environment }) })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function withDatabase<Result>({ settings }: BenchSite, use: (database: OpenDatabase) => Promise<Result>) {
  const database = await openMigratedDatabase(settings, { purpose: 'server', log })
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

/**
 * Starts a server without search by meaning, because computing the embeddings of the generated prompts would take
 * minutes of its CPU time.
 */
async function withServer(environment: Record<string, string>, use: (server: StartedProgram) => Promise<void>) {
  const server = await startProgram('src/server/main.ts', { SENTENCE_SEARCH: 'off', ...environment })
  try {
    await use(server)
  } finally {
    await stopProgram(server)
  }
}

const fill = (site: BenchSite, prompts: number) =>
  withDatabase(site, ({ db }) => generatePrompts(db, Math.min(count, prompts), { sources }))

async function install() {
  report('Packages', await benchInstall())
}

async function start(site: BenchSite) {
  report('Start and memory', await benchStart(site.environment))
}

async function pages(site: BenchSite) {
  await withDatabase(site, async ({ db, pool }) => {
    const importMs = await generatePrompts(db, count, { sources })
    await vacuumAnalyze(pool)
    report('Database', [['store prompts', `${Math.round((count * 1000) / importMs)} a second`]])
    const [figures = []] = await measureApi([{ db }])
    report('API, p50 and p95', toRows(figures))
    report('Session checks', await benchSession(db))
  })
  await withServer(site.environment, async (server) => {
    report('First load, bytes after Brotli compression', await benchBytes(server.address))
    report('Cached pages compared with a bare node:http server', await benchPages(server))
  })
}

async function rendering() {
  report('Whole pages that aren’t cached', await benchRendering({ against: values.against, csv: values.csv }))
}

async function lighthouse(site: BenchSite) {
  // A page has a canonical URL only if the site knows its own URL.
  const port = await findFreePort()
  const ownAddress = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, STARTER: 'on' }
  await withServer({ ...site.environment, ...ownAddress }, async ({ address }) =>
    report('Lighthouse, mobile', await benchLighthouse(address, site.dataDir)),
  )
}

async function flood(site: BenchSite) {
  await fill(site, 10_000)
  await withServer({ ...site.environment, TRUST_PROXY: '127.0.0.1' }, async (server) =>
    report('A flood of requests for uncached pages', await benchFlood(server)),
  )
}

async function logins(site: BenchSite) {
  await fill(site, 1_000)
  await withServer({ ...site.environment, TRUST_PROXY: '127.0.0.1' }, async (server) =>
    report('Wrong logins', await benchLogins(server)),
  )
}

async function workers(site: BenchSite) {
  await fill(site, 1_000)
  await withBenchSite(async (second) => {
    await fill(second, 1_000)
    const environments = [site, second].map(({ environment }) => ({ ...environment, ...unlimited }))
    report('Workers', await benchWorkers(environments))
  })
}

async function money(site: BenchSite) {
  const cookies = await withDatabase(site, async (database) => {
    report('Credits, in process', await benchLedger(site.settings))
    return prepareSpends(database)
  })
  await withServer({ ...site.environment, ...unlimited }, async (server) =>
    report('Credits, over HTTP', await benchSpends(server, cookies)),
  )
  await withDatabase(site, checkLedger)
}

async function votes(site: BenchSite) {
  const electorate = await withDatabase(site, async (database) => {
    await generatePrompts(database.db, Math.min(count, 10_000), { sources })
    await vacuumAnalyze(database.pool)
    const electorate = await prepareVotes(database)
    report('Ratings', await benchRating())
    report('One vote', await benchOneVote(database, electorate))
    report('Votes at once, in process', await benchBareVotes(database, electorate))
    return electorate
  })
  await withServer({ ...site.environment, ...unlimited }, async (server) =>
    report('Votes at once, over HTTP', await benchVotes(server, electorate)),
  )
  report('Votes, recounted', await withDatabase(site, recountVotes))
}

async function ceiling(site: BenchSite) {
  await fill(site, 10_000)
  const crowd = await withDatabase(site, prepareCeiling)
  await withServer({ ...site.environment, ...unlimited }, async (server) => {
    const { db, close } = await openDatabase(site.settings, { purpose: 'command', log })
    await benchCeiling(server, db, crowd)
      .then((rows) => report('What members do, 20 at a time', rows))
      .finally(close)
  })
}

async function following(site: BenchSite) {
  await withDatabase(site, async (database) => report('Following', await benchFollowing(database)))
}

async function groups({ settings }: BenchSite) {
  const database = await openDatabase(settings, { purpose: 'server', log })
  report('A member of five groups', await benchGroups(database, count, sources).finally(database.close))
}

async function streams(site: BenchSite) {
  const cookies = await withDatabase(site, ({ db }) => signUpMany(db))
  const vendors = await startAiVendors()
  try {
    await withServer({ ...site.environment, ...aiEnvironment(vendors), ...unlimited }, async (server) =>
      report('Answers of models, streamed', await benchStreams(server, cookies)),
    )
  } finally {
    await vendors.close()
  }
}

async function reads({ settings }: BenchSite) {
  const sizes = search && !scale ? [count] : values.sizes.split(',').map(Number)
  const database = await openDatabase(settings, { purpose: 'server', log })
  const rows = await benchScale(database, sizes, { sources, onlySearch: search }).finally(database.close)
  tables.push([`From ${sizes.at(0)} to ${sizes.at(-1)} prompts`, rows])
}

await buildIfNeeded(console.log)
const load = () => `load ${loadavg()[0]?.toFixed(1)}`
console.log(`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model}), ${load()} before this run\n`)
const chosen = names.filter((name) => (values as Record<string, unknown>)[name])
const { all, scale, search } = values
const run = all || (chosen.length === 0 && !scale && !search) ? names : chosen
if (process.env.DATABASE_URL && run.length > 1) throw new Error('With DATABASE_URL, name one part, such as --votes.')
for (const [name, part] of [...run.map((name) => [name, parts[name]] as const), ['reads', reads] as const]) {
  if (part === reads && !all && !scale && !search) continue
  await withBenchSite(part).catch((error) => {
    console.error(`The part ${name} failed:`, error)
    process.exitCode = 1
  })
  console.log(`(${name}: ${load()})\n`)
}
printTable(['part', 'figure', 'measured', 'budget', ''], compareWithBudgets(tables))
