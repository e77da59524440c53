import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { identityOf } from './process-identity.ts'

/** What a postmaster.pid says: the PID, the folder of its socket, and how far it is. */
export type PidFile = { pid: number; runFolder: string; ready: boolean }

/** Reads the PID file of a database folder; null when there is none. Line numbers: PostgreSQL's miscadmin.h. */
export function readPidFile(folder: string): PidFile | null {
  let text: string
  try {
    text = readFileSync(join(folder, 'postmaster.pid'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const lines = text.split('\n')
  return { pid: Number(lines[0]), runFolder: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
}

/**
 * The PostgreSQL that has a database folder now, or null. A PID file stays behind after a crash, and its number may by
 * then belong to any other process.
 */
export function findRunning(folder: string): PidFile | null {
  const file = readPidFile(folder)
  return file && identityOf(file.pid) && isPostgresOf(file.pid, folder) ? file : null
}

function isPostgresOf(pid: number, folder: string): boolean {
  try {
    if (process.platform !== 'linux') {
      return (
        basename(execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).trim()) === 'postgres'
      )
    }
    const program = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0', 1)[0] ?? ''
    return basename(program) === 'postgres' && worksIn(pid, folder)
  } catch (error) {
    const { code, status } = error as { code?: string; status?: number }
    // It ended while we looked (ps says so with status 1).
    if (code === 'ENOENT' || code === 'ESRCH' || status === 1) return false
    throw error
  }
}

/** PostgreSQL changes into its data folder. Where we may not see that (another user's process), we believe the file. */
function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch (error) {
    if (['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return true
    throw error
  }
}
