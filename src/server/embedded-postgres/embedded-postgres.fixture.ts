import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach } from 'vitest'
import { openPool } from '#server/platform/db.ts'
import { databaseParent } from '#test/database-folder.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from './embedded-postgres.ts'
import type { Purpose } from './embedded-postgres-holders.ts'
import { removeFolder } from './remove-folder.ts'

export const isRoot = process.getuid?.() === 0

/** The prefix that runs a command as a user without rights. Only root can use it. */
export const asNobody = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups']

const cleanups: (() => Promise<unknown>)[] = []
const shared: string[] = []
let template: Promise<string> | undefined

/** Removes the folders and processes of a test file when its tests have ended. Call it at the top of the file. */
export function removeTestFolders(): void {
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })
  afterAll(async () => {
    template = undefined
    for (const folder of shared.splice(0)) await removeFolder(folder)
  })
}

/** A folder for this test with a short path, removed after the test. */
export function makeFolder(mode = 0o755): string {
  const folder = newFolder(databaseParent(), mode)
  cleanups.push(() => removeFolder(folder))
  return folder
}

/** A folder for programs of this test, removed after it. Not in a memory file system, where they often can't be run. */
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

/** A data folder for this test with a new, cleanly stopped database (a copy, since creating one takes a second). */
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

/** A folder that all tests of the file share. */
export function makeSharedFolder(parent = tmpdir()): string {
  const folder = newFolder(parent, 0o755)
  shared.push(folder)
  return folder
}

/** Runs a query on its own connection. Returns the rows. */
export async function query(
  connection: EmbeddedPostgres['connection'],
  text: string,
): Promise<Record<string, unknown>[]> {
  // If PostgreSQL stops in the meantime, the query's own error says enough, so the pool's error isn't logged.
  const { db, pool } = openPool(connection, () => undefined, { max: 1 })
  try {
    return (await pool.query<Record<string, unknown>>(text)).rows
  } finally {
    await db.destroy()
  }
}

/** The command lines (with PIDs) that contain a data folder: PostgreSQL and its guard. */
export function processesOf(dataDir: string): string[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => line.includes(dataDir) && !/^\s*\d+ Z/.test(line))
}

/** What another Node process prints when it has opened the same data folder. */
export type Opened = { pid: number; started: boolean; connection: EmbeddedPostgres['connection'] }
/** What the process prints instead if the folder can't be opened. */
export type Refused = { pid: number; refusal: string }

export type Opening = {
  dataDir: string
  purpose: Purpose
  waitMs?: number
  /** A prefix to run the command as another user or in a namespace. */
  prefix?: string[]
  env?: NodeJS.ProcessEnv
  program?: { node: string; module: string }
}

export const thisProgram = { node: process.execPath, module: new URL('embedded-postgres.ts', import.meta.url).href }

// Settings come from the environment, so that only PostgreSQL and its guard have the data folder in their arguments.
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

/** Another Node process that opens a data folder and keeps it open until it is stopped. */
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

  async opened(): Promise<Opened> {
    const outcome: Opened | Refused = JSON.parse(await this.#firstLine)
    if ('refusal' in outcome) throw new Error(outcome.refusal)
    return outcome
  }

  async refused(): Promise<string> {
    const outcome: Opened | Refused = JSON.parse(await this.#firstLine)
    if (!('refusal' in outcome)) throw new Error('It was opened')
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
