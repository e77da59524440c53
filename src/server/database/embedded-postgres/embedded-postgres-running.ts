import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { identityOf } from './process-identity.ts'

/** What a postmaster.pid states: PostgreSQL's PID, the folder of its socket, and whether it is ready. */
export type PidFile = { pid: number; runFolder: string; ready: boolean }

/**
 * Reads the PID file of a database folder, or returns null if there is none. PostgreSQL's miscadmin.h defines the
 * file's lines.
 */
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
 * Finds the PostgreSQL that uses a database folder, or returns null if there is none. Also checks the process itself,
 * because a crash leaves the PID file, and its PID may later belong to any other process.
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
    // The process has ended. `ps` then exits with 1.
    if (code === 'ENOENT' || code === 'ESRCH' || status === 1) return false
    throw error
  }
}

/**
 * Whether this folder is the working directory of a process. PostgreSQL works in its database folder. Returns true if
 * this user isn't allowed to see the process's working directory.
 */
function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch (error) {
    if (['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return true
    throw error
  }
}
