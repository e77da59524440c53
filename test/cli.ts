import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { runCommandLine } from '#cli/command-line.ts'
import type { Connection } from '#platform/database/db.ts'

const main = join(import.meta.dirname, '../src/cli/main.ts')
const observer = join(import.meta.dirname, 'observe-sql.ts')

/** A data folder that doesn't exist. It makes results independent of what `npm start` left in `./data`. */
const missingDataFolder = join(tmpdir(), `promptarium-no-data-${process.pid}`)

type Environment = Record<string, string | undefined>

/** The environment for a command that works on the database of this connection. */
function environmentFor(connection: Connection): Environment {
  return { DATABASE_URL: urlOf(connection) }
}

type CliTarget = Connection | { env: Environment }
type CliResult = { status: number | null; stdout: string; stderr: string }

const settingsOf = (target: CliTarget): Environment => ({
  DATABASE_URL: undefined,
  DATA_DIR: missingDataFolder,
  ...('env' in target ? target.env : environmentFor(target)),
})

/** Starts the command-line tool in its own process. `target`: the database to work on, or environment variables. */
export function startCli(args: string[], target: CliTarget): ChildProcessWithoutNullStreams {
  const env = { ...process.env, ...settingsOf(target) }
  // Set by `npm test` to check row types: the process then records what its SQL statements return.
  const observerArgs = process.env.SQL_OBSERVATIONS ? ['--import', observer] : []
  return spawn(process.execPath, [...observerArgs, main, ...args], { env })
}

/** Runs the command-line tool in a process of its own, and waits until it ends. `input`: its standard input. */
export async function runCliProgram(args: string[], target: CliTarget = { env: {} }, input = ''): Promise<CliResult> {
  const child = startCli(args, target)
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (output.stdout += chunk))
  child.stderr.on('data', (chunk) => (output.stderr += chunk))
  child.stdin.end(input)
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { status, ...output }
}

/**
 * Runs a command in this process, because starting another process takes a second. Only one command can run at a time,
 * because the environment, the console and the standard input are replaced while it runs.
 */
export async function runCli(args: string[], target: CliTarget = { env: {} }, input = ''): Promise<CliResult> {
  const { env, stdin } = process
  const { log, error } = console
  const output = { stdout: '', stderr: '' }
  process.env = { ...env, ...settingsOf(target) }
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true })
  const collectInto = (stream: 'stdout' | 'stderr') => (line: string) => {
    output[stream] += `${line}\n`
  }
  Object.assign(console, { log: collectInto('stdout'), error: collectInto('stderr') })
  try {
    const status = await runCommandLine(args)
    return { status, ...output }
  } finally {
    process.env = env
    Object.defineProperty(process, 'stdin', { value: stdin, configurable: true })
    Object.assign(console, { log, error })
  }
}

/** Returns a database connection as a URL for DATABASE_URL. */
export function urlOf(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString
  const { host, user, database } = connection
  return `postgres://${encodeURIComponent(user)}@localhost/${database}?host=${encodeURIComponent(host)}`
}
