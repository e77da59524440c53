import { existsSync, readFileSync } from 'node:fs'
import { StartError } from '../start-error.ts'
import { diskFull, hasNoSpace, isDiskFull } from './data-folder-errors.ts'
import { inUse, logFile } from './embedded-postgres-guard.ts'
import { reasonIn } from './run-program.ts'

/** How a guard ended before PostgreSQL was ready: its exit status (null: a signal) and what the shell itself said. */
export type GuardEnd = { status: number | null; said: string }

/** Whether it ended because another PostgreSQL, or what is left of one, still has the data: worth another try. */
export function isInUse(dataFolder: string, { status, said }: GuardEnd): boolean {
  if (status === inUse) return true
  return (
    said === '' &&
    /lock file "postmaster.pid" already exists|pre-existing shared memory block/.test(lastLog(dataFolder))
  )
}

/** The line for the operator when PostgreSQL ended before it was ready. */
export function startFailure(dataFolder: string, { said }: GuardEnd): StartError {
  const text = said || lastLog(dataFolder)
  if (isDiskFull(text) || hasNoSpace(dataFolder)) return diskFull(dataFolder)
  return new StartError(
    `PostgreSQL did not start: ${reasonIn(text) || 'it gave no reason'}. Its log is ${logFile(dataFolder)}.`,
  )
}

const otherwise = 'or set DATA_DIR to another folder'

export function usedBy(dataFolder: string, pid: number): string {
  return `Another Promptarium (PID ${pid}) uses the data folder ${dataFolder}. Stop it, ${otherwise}.`
}

/** The data is locked, but by nobody who can be named: of another container, or left over from a killed PostgreSQL. */
export function usedUnseen(dataFolder: string): string {
  return `Processes that can't be seen from here still use the database in ${dataFolder}. Stop them, ${otherwise}.`
}

export function takesNobody(dataFolder: string, pid: number): string {
  return `The PostgreSQL in ${dataFolder} (PID ${pid}) is stopping, or Promptarium didn't start it. Wait or stop it (kill -INT ${pid}), ${otherwise}.`
}

/** The line for our own log when PostgreSQL ended while it was used. */
export function endOf(dataFolder: string): string {
  return `PostgreSQL stopped unexpectedly: ${reasonIn(lastLog(dataFolder)) || 'it gave no reason'}. Its log is ${logFile(dataFolder)}.`
}

function lastLog(dataFolder: string): string {
  const file = logFile(dataFolder)
  return existsSync(file) ? readFileSync(file, 'utf8').slice(-8192) : ''
}
