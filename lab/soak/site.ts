import { openSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { createAccount, prepareAccount } from '#features/accounts/server/create-account.ts'
import { inTransaction } from '#platform/database/db.ts'
import {
  databaseFolder,
  database as databaseName,
  user,
} from '#server/database/embedded-postgres/embedded-postgres-folder.ts'
import { openMigratedDatabase } from '#server/database/open-migrated-database.ts'
import { hooks } from '#server/hooks.ts'
import { readSettings } from '#server/settings/settings.ts'
import { buildIfNeeded } from '#server/start/build.ts'
import { behaviors, startAiVendors } from '#test/fakes/ai-vendors.ts'
import { descendantsOf, startProgram, stopProgram } from '#test/processes.ts'
import { generatePrompts } from '../load/generate-prompts.ts'
import { makeSources } from '../load/prompt-sources.ts'

/** The name of the model whose vendor sometimes hangs. */
export const unreliableModel = 'unreliable'
/** How many prompts the site has when the run begins. */
const promptCount = 2_000
export const admin = { username: 'soak-admin', email: 'soak-admin@example.test', password: 'four brave otters' }

/**
 * Starts the product as an operator would, with two workers and its own PostgreSQL, and with fake vendors. The product
 * logs its errors to `logFile`.
 */
export async function startSite(dataDir: string, logFile: string) {
  const vendors = await startAiVendors()
  const vendorState = { hangs: false }
  behaviors[unreliableModel] = (...parameters) =>
    (vendorState.hangs ? behaviors.silent : behaviors.steady)?.(...parameters)
  const clock = await createFakeClock(dataDir)
  const environment = {
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    WORKERS: '2',
    LOG_LEVEL: 'error',
    STARTER: 'off',
    RATE_LIMITS: 'off',
    CAPTCHA: 'off',
    LLAMA_BASE_URL: 'off',
    AI_DAILY_BUDGET: 'off',
    PAYMENTS: 'sandbox',
    PAYMENTS_SANDBOX_UNSAFE: '1',
    OPENAI_API_KEY: 'sk-soak-12345678',
    OPENAI_BASE_URL: vendors.baseUrl('openai'),
    OPENAI_MODELS: 'steady=1 usd=0/0',
    ANTHROPIC_API_KEY: 'sk-soak-12345678',
    ANTHROPIC_BASE_URL: vendors.baseUrl('anthropic'),
    ANTHROPIC_MODELS: `${unreliableModel}=1 usd=0/0`,
  }
  const settings = readSettings({ ...process.env, ...environment })
  await buildIfNeeded(console.log)
  await prepareSite(settings)
  const log = openSync(logFile, 'w')
  const started = await startProgram('src/server/main.ts', { ...environment, ...clock?.environment }, log)
  const pid = started.child.pid as number
  // The product must not outlive this process.
  process.once('exit', () => started.child.kill('SIGTERM'))
  return {
    address: started.address,
    dataDir,
    settings,
    environment,
    vendorState,
    clock,
    pid,
    hasEnded: () => started.child.exitCode !== null || started.child.signalCode !== null,
    /**
     * Returns the processes of the product, except its database. The primary is first, followed by the workers from the
     * oldest to the newest.
     */
    processes: () => findNodeProcesses(pid),
    query: <Row extends object>(text: string) => query<Row>(dataDir, text),
    async stop() {
      await stopProgram(started)
      await vendors.close()
    },
  }
}

export type Site = Awaited<ReturnType<typeof startSite>>

async function prepareSite(settings: ReturnType<typeof readSettings>): Promise<void> {
  const database = await openMigratedDatabase(settings, { purpose: 'server', log: () => undefined })
  try {
    await generatePrompts(database.db, promptCount, { sources: makeSources() })
    const account = await prepareAccount(admin)
    const id = await inTransaction(database.db, (tx) => createAccount(tx, account, new Date(), hooks))
    await database.pool.query(`update users set role = 'admin' where id = $1`, [id])
  } finally {
    await database.close()
  }
}

async function findNodeProcesses(pid: number): Promise<number[]> {
  const found: { id: number; since: number }[] = []
  for (const id of descendantsOf(pid)) {
    const [command, stat] = await Promise.all([
      readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => ''),
      readFile(`/proc/${id}/stat`, 'utf8').catch(() => ''),
    ])
    // Field 22 of /proc/PID/stat, the 20th after the name, is the time when the process started.
    if (command.includes('src/server/main.ts')) found.push({ id, since: Number(stat.split(') ')[1]?.split(' ')[19]) })
  }
  return found.sort((a, b) => a.since - b.since || a.id - b.id).map(({ id }) => id)
}

/**
 * Finds the process of PostgreSQL and the address where it listens. The lines of postmaster.pid are: process id, data
 * folder, start time, port, socket folder.
 */
export async function findPostgres(dataDir: string): Promise<{ pid: number; host: string; port: number }> {
  const lines = (await readFile(join(databaseFolder(dataDir), 'postmaster.pid'), 'utf8')).split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]), host: lines[4] as string }
}

async function query<Row extends object>(dataDir: string, text: string): Promise<Row[]> {
  const { host, port } = await findPostgres(dataDir)
  const client = new pg.Client({ host, port, user, database: databaseName })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/**
 * Creates a fake clock for the product and its database with Debian's libfaketime. `set` sets by how many seconds it is
 * ahead of the real clock. `environment` makes a process use it. Returns null if libfaketime isn't installed.
 */
async function createFakeClock(dataDir: string) {
  for (const folder of await readdir('/usr/lib').catch(() => [])) {
    const library = join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1')
    if (!(await readFile(library).catch(() => null))) continue
    const file = `${dataDir}.clock`
    const set = (seconds: number) => writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}s\n`)
    await set(0)
    return {
      set,
      environment: {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        DONT_FAKE_MONOTONIC: '1',
        NO_FAKE_STAT: '1',
      },
    }
  }
  return null
}
