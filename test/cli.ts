import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { runCommandLine } from '#cli/command-line.ts'
import type { Connection } from '#server/platform/db.ts'

const main = join(import.meta.dirname, '../src/cli/main.ts')
const observer = join(import.meta.dirname, 'observe-sql.ts')

type Environment = Record<string, string | undefined>

/** The environment of a command that works on the database of `connection`. */
function on(connection: Connection): Environment {
  return { DATABASE_URL: urlOf(connection) }
}

type Where = Connection | { env: Environment }
type Ended = { status: number | null; stdout: string; stderr: string }

const settingsOf = (where: Where): Environment => ('env' in where ? where.env : on(where))

/** Starts the command-line tool as a person would, on a database or with settings. */
export function startCli(words: string[], where: Where): ChildProcessWithoutNullStreams {
  const env = { ...process.env, DATABASE_URL: undefined, ...settingsOf(where) }
  const observing = process.env.SQL_OBSERVATIONS ? ['--import', observer] : []
  return spawn(process.execPath, [...observing, main, ...words], { env })
}

/** Runs the command-line tool as a program of its own, which takes a second, to its end. */
export async function runCliProgram(words: string[], where: Where = { env: {} }, input = ''): Promise<Ended> {
  const child = startCli(words, where)
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (output.stdout += chunk))
  child.stderr.on('data', (chunk) => (output.stderr += chunk))
  child.stdin.end(input)
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { status, ...output }
}

/**
 * Runs a command in this process, which saves the start of a program. One at a time: it has the environment, the console and
 * standard input for itself.
 */
export async function runCli(words: string[], where: Where = { env: {} }, input = ''): Promise<Ended> {
  const { env, stdin } = process
  const { log, error } = console
  const output = { stdout: '', stderr: '' }
  const { DATABASE_URL: _, ...others } = env
  process.env = { ...others, ...settingsOf(where) }
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true })
  const into = (stream: 'stdout' | 'stderr') => (line: string) => {
    output[stream] += `${line}\n`
  }
  Object.assign(console, { log: into('stdout'), error: into('stderr') })
  try {
    const status = await runCommandLine(words)
    return { status, ...output }
  } finally {
    process.env = env
    Object.defineProperty(process, 'stdin', { value: stdin, configurable: true })
    Object.assign(console, { log, error })
  }
}

/** A connection as DATABASE_URL. */
export function urlOf(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString
  const { host, user, database } = connection
  return `postgres://${encodeURIComponent(user)}@localhost/${database}?host=${encodeURIComponent(host)}`
}
