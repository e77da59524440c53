import { readPidFile } from '#server/database/embedded-postgres/embedded-postgres-running.ts'

/**
 * Returns the PID of the PostgreSQL whose database is in `folder`. Throws if there is none: PID 0 would instead stand
 * for all processes of the test runner's group.
 */
export function postmasterPid(folder: string): number {
  const pid = readPidFile(folder)?.pid ?? 0
  if (!(pid > 0)) throw new Error(`No PostgreSQL runs in ${folder}.`)
  return pid
}
