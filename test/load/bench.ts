import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/database.ts'
import { migrate } from '#server/migrations.ts'
import { readSettings } from '#server/settings.ts'
import { buildWebIfNeeded } from '#server/web-build.ts'
import { measureApi, rowsOf } from './bench-api.ts'
import { benchBytes } from './bench-bytes.ts'
import { benchPages } from './bench-pages.ts'
import { benchRendering } from './bench-rendering.ts'
import { generatePrompts } from './generate-prompts.ts'
import { startProgram, stopProgram } from './processes.ts'
import { makeSources } from './prompt-sources.ts'
import { printRows } from './report.ts'

/**
 * `npm run bench [-- --prompts 100000]`: prints the budgets of the design that apply, measured here and now. Machines
 * are noisy: trust ratios within one run. DATABASE_URL makes it use another server than the embedded one.
 */
const { values } = parseArgs({ options: { prompts: { type: 'string', default: '100000' } } })
const count = Number(values.prompts)
const dataDir = await mkdtemp(join(tmpdir(), 'promptarium-bench-'))
const environment = { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' }
const settings = readSettings(environment)
const log = () => undefined

try {
  await buildWebIfNeeded(console.log)
  console.log(
    `${count.toLocaleString('en-US')} prompts, Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model})\n`,
  )

  const database = await openDatabase(settings, { purpose: 'server', log })
  await migrate(database.db)
  const importMs = await generatePrompts(database.db, count, { sources: makeSources() })
  await database.pool.query('vacuum analyze')
  printRows('Database', [['store prompts', `${Math.round((count * 1000) / importMs)} a second`]])
  printRows('API, p50 and p95', rowsOf(await measureApi(database.db)))
  printRows('Pages rendered anew', await benchRendering(database.db))
  await database.close()

  const server = await startProgram('src/server/main.ts', environment)
  const restarted = `${(server.readyAfterMs / 1000).toFixed(2)} s (budget 2 s)`
  printRows('Start', [['existing data folder, to the printed address', restarted]])
  printRows('First load, bytes as brotli', await benchBytes(server.address))
  printRows('Kept pages against a bare node:http hello', await benchPages(server))
  await stopProgram(server)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
