import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Returns the identity of the process with this PID, “PID-start time”. The start time distinguishes the process from an
 * earlier one with the same PID. Returns null if there is no such process, or only a zombie.
 */
export function identityOf(pid: number): string | null {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
}

/** Whether the process with this identity is still running. */
export function isAlive(identity: string): boolean {
  return identityOf(pidOf(identity)) === identity
}

export function pidOf(identity: string): number {
  return Number.parseInt(identity, 10)
}

// Field 2 of /proc/PID/stat is the program's name, which may contain spaces and parentheses. Field 3 is the state and
// field 22 the start time (proc_pid_stat(5)).
function fromProc(pid: number): string | null {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return null
    throw error
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? null : `${pid}-${fields[19]}`
}

function fromPs(pid: number): string | null {
  let line: string
  try {
    line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { LC_ALL: 'C', PATH: process.env.PATH },
    })
  } catch (error) {
    // ps exits with 1 if there is no such process.
    if ((error as { status?: unknown }).status === 1) return null
    throw error
  }
  const [state = '', ...started] = line.trim().split(/\s+/)
  return state === '' || state.startsWith('Z') ? null : `${pid}-${Date.parse(started.join(' '))}`
}
