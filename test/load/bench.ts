import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/database.ts'
import { migrate } from '#server/migrations.ts'
import { readSettings } from '#server/settings.ts'
import { buildWebIfNeeded } from '#server/web-build.ts'
import { startAiVendors } from '../fakes/ai-vendors.ts'
import { measureApi, rowsOf } from './bench-api.ts'
import { benchBytes } from './bench-bytes.ts'
import { benchLedger } from './bench-ledger.ts'
import { benchLighthouse } from './bench-lighthouse.ts'
import { benchLogins } from './bench-logins.ts'
import { benchPages } from './bench-pages.ts'
import { benchRating } from './bench-rating.ts'
import { benchRendering } from './bench-rendering.ts'
import { benchScale, tidy } from './bench-scale.ts'
import { benchSession } from './bench-session.ts'
import { benchSpends, checkLedger, prepareSpends } from './bench-spends.ts'
import { aiEnvironment, benchStreams, signUpMany } from './bench-streams.ts'
import { benchBareVotes, benchOneVote, benchVotes, prepareVotes, recountVotes } from './bench-votes.ts'
import { generatePrompts } from './generate-prompts.ts'
import { freePort, startProgram, stopProgram } from './processes.ts'
import { makeSources, readSources } from './prompt-sources.ts'
import { printRows } from './report.ts'

/**
 * `npm run bench`: measures and prints the budgets of the design. Machines are noisy, so trust only ratios within one run.
 * DATABASE_URL: use another server than the embedded one; that database must be empty.
 *   --prompts N     how many prompts (100,000)
 *   --csv FILE      use the texts of a file for `import`
 *   --scale         the same requests at 10,000, 100,000 and a million prompts, alternating (--sizes 10000,100000)
 *   --search        only searches and suggestions, at --prompts or, with --scale, at --sizes
 *   --lighthouse    Lighthouse's scores of home, list and prompt
 *   --logins        many wrong logins, and their effect on others
 *   --streams       many concurrent answers of models
 *   --money         spends, reservations and charges by 50 people at once
 *   --votes         many votes at once, a vote beside 50,000 others, and the rating of models
 */
const { values } = parseArgs({
  options: {
    prompts: { type: 'string', default: '100000' },
    csv: { type: 'string' },
    scale: { type: 'boolean', default: false },
    search: { type: 'boolean', default: false },
    sizes: { type: 'string', default: '10000,100000,1000000' },
    lighthouse: { type: 'boolean', default: false },
    logins: { type: 'boolean', default: false },
    streams: { type: 'boolean', default: false },
    money: { type: 'boolean', default: false },
    votes: { type: 'boolean', default: false },
  },
})
const dataDir = await mkdtemp(join(tmpdir(), 'promptarium-bench-'))
const environment = { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', STARTER: 'off' }
const settings = readSettings(environment)
const log = () => undefined
const sources = values.csv ? await readSources(values.csv) : makeSources()

async function benchAll(count: number) {
  const database = await openDatabase(settings, { purpose: 'server', log })
  await migrate(database.db)
  const importMs = await generatePrompts(database.db, count, { sources })
  await tidy(database.pool)
  printRows('Database', [['store prompts', `${Math.round((count * 1000) / importMs)} a second`]])
  const [figures = []] = await measureApi([database.db])
  printRows('API, p50 and p95', rowsOf(figures))
  printRows('Who asks', await benchSession(database.db))
  printRows('Pages rendered anew', await benchRendering(database.db))
  await database.close()

  const server = await startProgram('src/server/main.ts', environment)
  const restarted = `${(server.readyAfterMs / 1000).toFixed(2)} s (budget 2 s)`
  printRows('Start', [['existing data folder, to the printed address', restarted]])
  printRows('First load, bytes as brotli', await benchBytes(server.address))
  printRows('Cached pages against a bare node:http hello', await benchPages(server))
  await stopProgram(server)
}

async function logins() {
  const database = await openDatabase(settings, { purpose: 'server', log })
  await migrate(database.db)
  await generatePrompts(database.db, Math.min(Number(values.prompts), 1_000), { sources })
  await database.close()
  const server = await startProgram('src/server/main.ts', { ...environment, TRUST_PROXY: '127.0.0.1' })
  try {
    printRows('Wrong logins', await benchLogins(server))
  } finally {
    await stopProgram(server)
  }
}

async function streams() {
  const database = await openDatabase(settings, { purpose: 'server', log })
  await migrate(database.db)
  const cookies = await signUpMany(database.db)
  await database.close()
  const vendors = await startAiVendors()
  const free = { ...environment, ...aiEnvironment(vendors), RATE_LIMITS: 'off', CAPTCHA: 'off' }
  const server = await startProgram('src/server/main.ts', free)
  try {
    printRows('Answers of models, streamed', await benchStreams(server, cookies))
  } finally {
    await stopProgram(server)
    await vendors.close()
  }
}

async function money() {
  const database = await openDatabase(settings, { purpose: 'server', log })
  await migrate(database.db)
  printRows('Credits, in process', await benchLedger(settings))
  const cookies = await prepareSpends(database)
  await database.close()
  const server = await startProgram('src/server/main.ts', { ...environment, RATE_LIMITS: 'off', CAPTCHA: 'off' })
  try {
    printRows('Credits, through HTTP', await benchSpends(server, cookies))
  } finally {
    await stopProgram(server)
  }
  const again = await openDatabase(settings, { purpose: 'server', log })
  await checkLedger(again)
  await again.close()
}

async function votes() {
  const database = await openDatabase(settings, { purpose: 'server', log })
  await migrate(database.db)
  await generatePrompts(database.db, Math.min(Number(values.prompts), 10_000), { sources })
  await tidy(database.pool)
  const electorate = await prepareVotes(database)
  printRows('Ratings', await benchRating())
  printRows('One vote', await benchOneVote(database, electorate))
  printRows('Votes at once', await benchBareVotes(database, electorate))
  await database.close()
  const server = await startProgram('src/server/main.ts', { ...environment, RATE_LIMITS: 'off', CAPTCHA: 'off' })
  try {
    printRows('Votes at once', await benchVotes(server, electorate))
  } finally {
    await stopProgram(server)
  }
  const again = await openDatabase(settings, { purpose: 'server', log })
  printRows('Votes at once', await recountVotes(again))
  await again.close()
}

async function scale(sizes: number[], onlySearch: boolean) {
  const database = await openDatabase(settings, { purpose: 'server', log })
  try {
    await benchScale(database, sizes, { sources, onlySearch })
  } finally {
    await database.close()
  }
}

async function lighthouse() {
  const database = await openDatabase(settings, { purpose: 'server', log })
  await migrate(database.db)
  await generatePrompts(database.db, Math.min(Number(values.prompts), 1_000), { sources })
  await database.close()
  // A page has a canonical address only if the site knows its own.
  const port = await freePort()
  const known = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` }
  const server = await startProgram('src/server/main.ts', { ...environment, ...known })
  try {
    printRows('Lighthouse, mobile', await benchLighthouse(server.address, dataDir))
  } finally {
    await stopProgram(server)
  }
}

try {
  await buildWebIfNeeded(console.log)
  console.log(`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model})\n`)
  if (values.scale) await scale(values.sizes.split(',').map(Number), values.search)
  else if (values.search) await scale([Number(values.prompts)], true)
  else if (values.lighthouse) await lighthouse()
  else if (values.logins) await logins()
  else if (values.streams) await streams()
  else if (values.money) await money()
  else if (values.votes) await votes()
  else await benchAll(Number(values.prompts))
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
