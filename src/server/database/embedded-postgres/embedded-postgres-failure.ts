import { existsSync, readFileSync } from 'node:fs'
import { StartError } from '../../start/start-error.ts'
import { diskFullError, hasNoSpace, isDiskFull } from './data-folder-errors.ts'
import { inUseStatus, logFile } from './embedded-postgres-guard.ts'
import { reasonIn } from './run-program.ts'

/**
 * How the guard process (`embedded-postgres-guard.sh`) ended before PostgreSQL was ready: its output and its exit
 * status, which is null if a signal ended the process or the process never ran.
 */
export type GuardEnd = { status: number | null; output: string }

/**
 * Whether PostgreSQL didn't start because processes of another PostgreSQL still use the data. A retry may then succeed.
 */
export function isInUse(dataFolder: string, { status, output }: GuardEnd): boolean {
  if (status === inUseStatus) return true
  // If the guard printed nothing, the reason is in PostgreSQL's log.
  return (
    output === '' &&
    /lock file "postmaster.pid" already exists|pre-existing shared memory block/.test(lastLog(dataFolder))
  )
}

/** Returns the error for a PostgreSQL that ended before it was ready. */
export function startFailure(dataFolder: string, { output }: GuardEnd): StartError {
  const text = output || lastLog(dataFolder)
  if (isDiskFull(text) || hasNoSpace(dataFolder)) return diskFullError(dataFolder)
  return new StartError(
    `PostgreSQL did not start: ${reasonIn(text) || 'it gave no reason'}. Its log is ${logFile(dataFolder)}.`,
  )
}

const orOtherFolder = 'or set DATA_DIR to another folder'

export function inUseMessage(dataFolder: string, pid: number): string {
  return `Another Promptarium process (PID ${pid}) is using the data folder ${dataFolder}. Stop it, ${orOtherFolder}.`
}

/**
 * The message if processes that can't be identified have locked the data. They are in another container, or belong to a
 * PostgreSQL that was killed.
 */
export function hiddenUseMessage(dataFolder: string): string {
  return `Processes that can't be seen from here still use the database in ${dataFolder}. Stop them, ${orOtherFolder}.`
}

export function notAcceptingMessage(dataFolder: string, pid: number): string {
  return `The PostgreSQL in ${dataFolder} (PID ${pid}) is stopping, or Promptarium didn't start it. Wait, stop it (kill -INT ${pid}), ${orOtherFolder}.`
}

/** The line for the log if PostgreSQL ended while it was in use. */
export function unexpectedEndMessage(dataFolder: string): string {
  return `PostgreSQL stopped unexpectedly: ${reasonIn(lastLog(dataFolder)) || 'it gave no reason'}. Its log is ${logFile(dataFolder)}.`
}

function lastLog(dataFolder: string): string {
  const file = logFile(dataFolder)
  return existsSync(file) ? readFileSync(file, 'utf8').slice(-8192) : ''
}
