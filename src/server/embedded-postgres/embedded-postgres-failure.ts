import { existsSync, readFileSync } from 'node:fs'
import { StartError } from '../start-error.ts'
import { diskFull, hasNoSpace, isDiskFull } from './data-folder-errors.ts'
import { inUse, logFile } from './embedded-postgres-guard.ts'
import { reasonIn } from './run-program.ts'

/** How a guard ended before PostgreSQL was ready: its exit status (null: a signal) and the shell's own output. */
export type GuardEnd = { status: number | null; output: string }

/** Whether it ended because another PostgreSQL, or a process that one left behind, still uses the data. A retry may then work. */
export function isInUse(dataFolder: string, { status, output }: GuardEnd): boolean {
  if (status === inUse) return true
  return (
    output === '' &&
    /lock file "postmaster.pid" already exists|pre-existing shared memory block/.test(lastLog(dataFolder))
  )
}

/** The error if PostgreSQL ended before it was ready. */
export function startFailure(dataFolder: string, { output }: GuardEnd): StartError {
  const text = output || lastLog(dataFolder)
  if (isDiskFull(text) || hasNoSpace(dataFolder)) return diskFull(dataFolder)
  return new StartError(
    `PostgreSQL did not start: ${reasonIn(text) || 'it gave no reason'}. Its log is ${logFile(dataFolder)}.`,
  )
}

const otherwise = 'or set DATA_DIR to another folder'

export function inUseMessage(dataFolder: string, pid: number): string {
  return `Another Promptarium (PID ${pid}) uses the data folder ${dataFolder}. Stop it, ${otherwise}.`
}

/** The line if unknown processes have locked the data: in another container, or left over from a killed PostgreSQL. */
export function hiddenUseMessage(dataFolder: string): string {
  return `Processes that can't be seen from here still use the database in ${dataFolder}. Stop them, ${otherwise}.`
}

export function notAcceptingMessage(dataFolder: string, pid: number): string {
  return `The PostgreSQL in ${dataFolder} (PID ${pid}) is stopping, or Promptarium didn't start it. Wait or stop it (kill -INT ${pid}), ${otherwise}.`
}

/** The line for our log if PostgreSQL ended while it was used. */
export function endOf(dataFolder: string): string {
  return `PostgreSQL stopped unexpectedly: ${reasonIn(lastLog(dataFolder)) || 'it gave no reason'}. Its log is ${logFile(dataFolder)}.`
}

function lastLog(dataFolder: string): string {
  const file = logFile(dataFolder)
  return existsSync(file) ? readFileSync(file, 'utf8').slice(-8192) : ''
}
