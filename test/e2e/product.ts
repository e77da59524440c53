import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { databaseFolder } from '#server/database/embedded-postgres/embedded-postgres-folder.ts'
import { makeDatabaseFolder } from '../database-folder.ts'
import { connectionTo, createDatabase, durabilitySettings, run } from '../postgres.ts'
import type { Site } from './site.ts'

/**
 * Our server as operators run it: built, and in a process of its own. `output` returns what the process has printed so
 * far. `stop` resolves when the process has ended.
 */
export type Product = { url: string; pid: number; output(): string; stop(): Promise<void> }

const root = join(import.meta.dirname, '../..')
const fixture = join(root, 'test/fixtures/ugly-prompts.csv')
/** How long startup may take, in ms. The first time, it builds the pages, which takes a while on a small machine. */
const startMs = 240_000
/** If a server hasn't stopped after this time, in ms, it is killed. A server that works stops sooner. */
const stopMs = 15_000

/** A site's data folder and database, named by `settings`. `remove` deletes both. */
type Storage = { settings: Site['settings']; remove(): Promise<void> }

/** Starts a separate site that uses this storage. `stop` also removes the storage. */
export async function startBuiltSiteOn({ settings, remove }: Storage): Promise<Product & Site> {
  try {
    const product = await startBuiltSite(settings)
    const stop = async () => {
      await product.stop()
      await remove()
    }
    return { ...product, settings, stop }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Creates storage that holds the prompts of the fixture and some tools. */
export async function createSiteStorageWithPrompts(): Promise<Storage> {
  const storage = await createSiteStorage()
  try {
    await importFixture(storage.settings)
    await addTools(storage.settings)
    return storage
  } catch (error) {
    await storage.remove()
    throw error
  }
}

type Settings = Record<string, string>

/**
 * Creates the storage of a separate site: a data folder and, if TEST_DATABASE_URL is set, a database. Both are copied
 * from `template`, which no server may be using: by default from the migrated template, if there is one.
 */
export async function createSiteStorage(template = migratedTemplate()): Promise<Storage> {
  const dataDir = makeDatabaseFolder()
  // With `-a`, the files keep their owner, which is the user that PostgreSQL runs as.
  if (template) await promisify(execFile)('cp', ['-a', `${template.DATA_DIR}/.`, dataDir])
  const database = await makeDatabase(template)
  const remove = async () => {
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { settings: { DATA_DIR: dataDir, DATABASE_URL: database.url }, remove }
}

function migratedTemplate(): Site['settings'] | undefined {
  const { STORY_TEMPLATE } = process.env
  return STORY_TEMPLATE ? JSON.parse(STORY_TEMPLATE) : undefined
}

/**
 * Creates migrated storage, from which the storage of later sites is copied. This saves a third of the startup time.
 * Returns a function that removes it.
 */
export async function makeTemplate(): Promise<() => Promise<void>> {
  const { settings, remove } = await createSiteStorage()
  const { status, output } = await runProgram('src/cli/main.ts', ['migrate'], settings)
  if (status !== 0) throw new Error(`Migrating the template database failed.\n${output}`)
  if (!settings.DATABASE_URL)
    await appendFile(
      join(databaseFolder(settings.DATA_DIR), 'postgresql.auto.conf'),
      durabilitySettings.map((name) => `${name} = off\n`).join(''),
    )
  process.env.STORY_TEMPLATE = JSON.stringify(settings)
  return remove
}

async function makeDatabase(template?: Site['settings']): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL
  // The server treats an empty setting as unset. Without it, a developer's own DATABASE_URL would be used.
  if (!server) return { url: '', drop: async () => undefined }
  const name = `promptarium_story_${randomBytes(6).toString('hex')}`
  const connection = { connectionString: server }
  const copiedDatabase = template ? new URL(template.DATABASE_URL).pathname.slice(1) : 'template0'
  await createDatabase(connection, name, copiedDatabase)
  const ownConnection = connectionTo(connection, name)
  return {
    url: 'connectionString' in ownConnection ? ownConnection.connectionString : '',
    drop: () => run(connection, `drop database if exists ${name} with (force)`),
  }
}

/** Starts the server with these settings. If it ends or isn't ready in time, throws an Error with its output. */
export async function startBuiltSite(settings: Settings): Promise<Product> {
  const child = spawn(process.execPath, ['src/server/main.ts'], { cwd: root, env: environmentOf(settings) })
  const output = collectOutput(child)
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    const killTimer = setTimeout(() => child.kill('SIGKILL'), stopMs)
    child.kill('SIGTERM')
    await ended
    clearTimeout(killTimer)
  }
  const deadline = Date.now() + startMs
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const url = /ready at (http\S+)/.exec(output())?.[1]
    if (url && (await fetch(`${url}/readyz`)).ok) return { url, pid: child.pid ?? 0, output, stop }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await stop()
  throw new Error(`The server did not become ready.\n${output()}`)
}

async function importFixture(settings: Settings): Promise<void> {
  const { output } = await runProgram('src/cli/main.ts', ['import', fixture], settings)
  // Rows that were refused make the exit status 1, so only the number of imported prompts counts here.
  if (!/: [1-9]\d* new/.test(output)) throw new Error(`The import of ${fixture} left the catalogue empty.\n${output}`)
}

async function addTools(settings: Settings): Promise<void> {
  const { status, output } = await runProgram('test/e2e/add-tools.ts', [], settings)
  if (status !== 0) throw new Error(`Adding the tools failed.\n${output}`)
}

/** Runs one of our programs, and waits until it exits. Returns its exit status and its output. */
export async function runProgram(file: string, args: string[], settings: Settings) {
  const child = spawn(process.execPath, [file, ...args], { cwd: root, env: environmentOf(settings) })
  const output = collectOutput(child)
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, output: output() }
}

/**
 * The environment for a program: that of this process, but `settings` and the values below take precedence over the
 * developer's own settings.
 */
export function environmentOf(settings: Settings): NodeJS.ProcessEnv {
  const withoutSiteSettings = { PUBLIC_URL: '', SITE_NAME: '', METRICS_TOKEN: '', TRUST_PROXY: '', STARTER: 'off' }
  const local = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' }
  // Stories do in seconds what people do in days, so nothing is limited. Stories about limits, captchas and email turn
  // them on.
  const withoutLimits = {
    RATE_LIMITS: 'off',
    CAPTCHA: 'off',
    CAPTCHA_SITE_KEY: '',
    CAPTCHA_SECRET_KEY: '',
    SMTP_URL: '',
    MAIL_FROM: '',
  }
  const noModels = { OPENROUTER_API_KEY: '', LLAMA_BASE_URL: 'off', SENTENCE_SEARCH: 'off' }
  return {
    ...process.env,
    NODE_ENV: 'production',
    ...withoutSiteSettings,
    ...withoutLimits,
    ...local,
    ...noModels,
    ...settings,
  }
}

/** Collects what a process writes to stdout and stderr. Returns a function that returns the text so far. */
function collectOutput(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  return () => output
}
