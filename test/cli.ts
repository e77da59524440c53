import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Connection } from '#server/platform/db.ts'

const main = join(import.meta.dirname, '../src/cli/main.ts')
const observer = join(import.meta.dirname, 'observe-sql.ts')

type Environment = Record<string, string | undefined>

/** The environment of a command that works on the database of `connection`. */
function on(connection: Connection): Environment {
  return { DATABASE_URL: urlOf(connection) }
}

/** Starts the command-line tool as a person would, on a database or with settings. */
export function startCli(words: string[], where: Connection | { env: Environment }): ChildProcessWithoutNullStreams {
  const env = { ...process.env, DATABASE_URL: undefined, ...('env' in where ? where.env : on(where)) }
  const observing = process.env.SQL_OBSERVATIONS ? ['--import', observer] : []
  return spawn(process.execPath, [...observing, main, ...words], { env })
}

/** Runs the command-line tool to its end. */
export async function runCli(words: string[], where: Connection | { env: Environment } = { env: {} }) {
  const child = startCli(words, where)
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (output.stdout += chunk))
  child.stderr.on('data', (chunk) => (output.stderr += chunk))
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { status, ...output }
}

/** A connection as DATABASE_URL. */
export function urlOf(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString
  const { host, user, database } = connection
  return `postgres://${encodeURIComponent(user)}@localhost/${database}?host=${encodeURIComponent(host)}`
}
