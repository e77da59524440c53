import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach } from 'vitest'
import { openPool } from '#platform/database/db.ts'
import { databaseParent } from '#test/database-folder.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from './embedded-postgres.ts'
import type { Purpose } from './embedded-postgres-holders.ts'
import { removeFolder } from './remove-folder.ts'

export const isRoot = process.getuid?.() === 0

/** The prefix that runs a command as an unprivileged user. It works only for root. */
export const asNobody = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups']

const cleanups: (() => Promise<unknown>)[] = []
const shared: string[] = []
let template: Promise<string> | undefined

/**
 * Ends the processes and removes the folders that tests create: after each test, or after the file's last test if tests
 * share a folder. Call this function at the top of a test file.
 */
export function removeTestFolders(): void {
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })
  afterAll(async () => {
    template = undefined
    for (const folder of shared.splice(0)) await removeFolder(folder)
  })
}

/** Creates a folder with a short path, which is removed after the test. */
export function makeFolder(mode = 0o755): string {
  const folder = newFolder(databaseParent(), mode)
  cleanups.push(() => removeFolder(folder))
  return folder
}

/**
 * Creates a folder for programs, which is removed after the test. It isn't in a memory file system, where programs
 * often can't run.
 */
export function makeProgramFolder(): string {
  const folder = newFolder(tmpdir(), 0o755)
  cleanups.push(() => removeFolder(folder))
  return folder
}

function newFolder(parent: string, mode: number): string {
  const folder = mkdtempSync(join(realpathSync(parent), 'promptarium-pg-'))
  chmodSync(folder, mode)
  return folder
}

/**
 * Creates a data folder with a new database that was stopped cleanly. It is a copy, since creating a database takes a
 * second.
 */
export async function makePreparedFolder(): Promise<string> {
  template ??= makeTemplate()
  const dataDir = makeFolder()
  cpSync(join(await template, 'postgres'), join(dataDir, 'postgres'), { recursive: true })
  return dataDir
}

async function makeTemplate(): Promise<string> {
  const folder = makeSharedFolder(databaseParent())
  const postgres = await openEmbeddedPostgres({ dataDir: folder, purpose: 'command', log: () => undefined })
  await postgres.close()
  return folder
}

/** Creates a folder that all tests of the file share. */
export function makeSharedFolder(parent = tmpdir()): string {
  const folder = newFolder(parent, 0o755)
  shared.push(folder)
  return folder
}

/** Runs a query on a new connection, and returns the rows. */
export async function query(
  connection: EmbeddedPostgres['connection'],
  text: string,
): Promise<Record<string, unknown>[]> {
  // If PostgreSQL stops in the meantime, the query fails with its own error. The pool's error would add nothing.
  const { db, pool } = openPool(connection, () => undefined, { max: 1 })
  try {
    return (await pool.query<Record<string, unknown>>(text)).rows
  } finally {
    await db.destroy()
  }
}

/**
 * Returns the processes whose command lines name a data folder, as lines of `ps`: PostgreSQL and its guard, the process
 * that stops it once nobody uses it. Leaves out zombies.
 */
export function processesOf(dataDir: string): string[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => line.includes(dataDir) && !/^\s*\d+ Z/.test(line))
}

/**
 * What another Node process prints once it has opened a data folder. `started`: it started PostgreSQL, instead of
 * joining one that was already running.
 */
export type Opened = { pid: number; started: boolean; connection: EmbeddedPostgres['connection'] }
/** What that process prints instead if it can't open the folder. */
export type Refused = { pid: number; refusal: string }

export type Opening = {
  dataDir: string
  purpose: Purpose
  waitMs?: number
  /** Comes before the command, to run it as another user or in a namespace. */
  prefix?: string[]
  env?: NodeJS.ProcessEnv
  /** The path of Node and the URL of the module `embedded-postgres.ts`. Default: `thisProgram`. */
  program?: { node: string; module: string }
}

export const thisProgram = { node: process.execPath, module: new URL('embedded-postgres.ts', import.meta.url).href }

// The options are in the environment, so that only PostgreSQL and its guard name the data folder in their command
// lines.
const script = `
const { module, ...options } = JSON.parse(process.env.OPENING)
const { openEmbeddedPostgres } = await import(module)
const print = (outcome) => console.log(JSON.stringify({ pid: process.pid, ...outcome }))
try {
  const postgres = await openEmbeddedPostgres({ ...options, log: () => {} })
  print({ started: postgres.started, connection: postgres.connection })
  process.stdin.once('data', async () => { await postgres.close(); process.exit(0) }).once('end', () => process.exit(1))
} catch (error) {
  print({ refusal: error.name === 'StartError' ? error.message : String(error.stack) })
  process.exit(1)
}
`

/** Another Node process that opens a data folder, and keeps it open until the process is stopped. */
export class OtherProcess {
  readonly child: ChildProcess
  readonly #firstLine: Promise<string>

  constructor({ prefix = [], env, program = thisProgram, ...options }: Opening) {
    const [command = '', ...args] = [...prefix, program.node, '--input-type=module', '--eval', script]
    this.child = spawn(command, args, {
      cwd: '/',
      env: { ...process.env, ...env, OPENING: JSON.stringify({ ...options, module: program.module }) },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#firstLine = firstLine(this.child)
    cleanups.push(() => this.kill())
  }

  async untilOpened(): Promise<Opened> {
    const outcome: Opened | Refused = JSON.parse(await this.#firstLine)
    if ('refusal' in outcome) throw new Error(outcome.refusal)
    return outcome
  }

  async untilRefused(): Promise<string> {
    const outcome: Opened | Refused = JSON.parse(await this.#firstLine)
    if (!('refusal' in outcome)) throw new Error('The process opened the data folder instead of failing')
    return outcome.refusal
  }

  async close(): Promise<void> {
    this.child.stdin?.write('close\n')
    await this.#exited()
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.#exited()
  }

  async #exited(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit')
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('No output to read')
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error('The process ended without output')
}
