import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, closeSync, constants, existsSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from '../../start/start-error.ts'
import type { Binaries } from './embedded-postgres-binaries.ts'
import { databaseFolder } from './embedded-postgres-folder.ts'
import { fifoName, type Hold, type Purpose, takeHold } from './embedded-postgres-holders.ts'
import { readPidFile } from './embedded-postgres-running.ts'
import type { Runner } from './embedded-postgres-user.ts'
import { identityOf } from './process-identity.ts'
import { plainEnvironment, reasonIn, runProgram } from './run-program.ts'

const script = fileURLToPath(new URL('embedded-postgres-guard.sh', import.meta.url))
/** The names of run folders begin with this. A run folder exists while PostgreSQL runs. */
const runFolderPrefix = 'postgres.run-'

// The path of a socket can be up to 103 bytes long on macOS, and up to 107 bytes on Linux.
const longestSocketPath = 103
const socketName = '/.s.PGSQL.5432'

export type Guarded = { guard: ChildProcess; hold: Hold }

/** The guard exits with this status if another PostgreSQL uses the data. */
export const inUseStatus = 75

/**
 * Creates the folder for one run of PostgreSQL, which holds its socket, the fifo and the claims
 * (`embedded-postgres-holders.ts`). It is in the data folder, or in a temporary folder if the socket's path would be
 * too long or a fifo can't be created there. Throws StartError if no folder is suitable.
 */
export async function makeRunFolder(dataFolder: string, runner: Runner): Promise<string> {
  const reasons: string[] = []
  for (const parent of [dataFolder, tmpdir(), '/tmp']) {
    if (Buffer.byteLength(join(parent, `${runFolderPrefix}XXXXXX`, socketName)) > longestSocketPath) continue
    const folder = mkdtempSync(join(parent, runFolderPrefix))
    const { ok, errors } = await runProgram(['mkfifo', '-m', '600', join(folder, fifoName)])
    if (ok) {
      changeOwner(runner, folder, join(folder, fifoName))
      return folder
    }
    rmSync(folder, { recursive: true, force: true })
    reasons.push(reasonIn(errors))
  }
  throw new StartError(
    `The socket of PostgreSQL can't be created in any folder: ${reasons.join('; ')}. Set DATA_DIR to another folder.`,
  )
}

function changeOwner({ owner }: Runner, ...paths: string[]): void {
  if (!owner) return
  for (const path of paths) chownSync(path, owner.uid, owner.gid)
}

type Start = {
  dataFolder: string
  runFolder: string
  purpose: Purpose
  connections: number
  binaries: Binaries
  runner: Runner
}

/**
 * Takes the first hold for this process, and starts PostgreSQL under a guard process, which stops PostgreSQL once no
 * process has a hold. Returns null if the run folder is gone: another guard that had just locked the data mistook it for
 * an old run folder and removed it.
 */
export function startGuarded({ dataFolder, runFolder, purpose, connections, binaries, runner }: Start): Guarded | null {
  const folder = databaseFolder(dataFolder)
  const command = [...runner.prefix, binaries.postgres, '-D', folder, ...settings(runFolder, connections)]
  const args = [folder, runFolder, logFile(dataFolder), ...findLeftovers(dataFolder, runFolder), '--', ...command]
  return startWithHold(runFolder, purpose, (readEnd) =>
    // The guard gets its own session, so that Ctrl-C doesn't stop the database, which other processes may use.
    spawn('sh', [script, ...args], {
      cwd: '/',
      detached: true,
      env: plainEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe', readEnd],
    }),
  )
}

/**
 * Takes a hold, then calls `start` with the fifo's read end. Returns null if the run folder is gone. Opens the fifo for
 * both reading and writing first, because opening only one end would wait until the other end is open.
 */
function startWithHold(runFolder: string, purpose: Purpose, start: (readEnd: number) => ChildProcess): Guarded | null {
  const fifo = join(runFolder, fifoName)
  const open: number[] = []
  try {
    open.push(openSync(fifo, constants.O_RDWR))
    const readEnd = openSync(fifo, constants.O_RDONLY)
    open.push(readEnd)
    const hold = takeHold(runFolder, purpose)
    return hold && 'release' in hold ? { hold, guard: start(readEnd) } : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  } finally {
    for (const descriptor of open) closeSync(descriptor)
  }
}

export function logFile(dataFolder: string): string {
  return join(dataFolder, 'postgres.log')
}

/** PostgreSQL's settings. The durability settings stay on: fsync, full_page_writes and synchronous_commit. */
function settings(runFolder: string, connections: number): string[] {
  const parameters = {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: `"${runFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    shared_buffers: '128MB',
    // Pages are mostly in the kernel's cache, and handing each read to a worker process takes longer (decision 003).
    io_method: 'sync',
    max_connections: String(connections),
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    // The log gets one line per failed statement, without the statement, since the client gets the complete error.
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  }
  return Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * Finds what is left of runs whose processes were all killed, including the guard: run folders, and a PID file that
 * would keep PostgreSQL from starting. After it has locked the data, the new guard removes the folders and replaces the
 * PID in the file.
 */
function findLeftovers(dataFolder: string, runFolder: string): string[] {
  const names = readdirSync(dataFolder).filter((name) => name.startsWith(runFolderPrefix))
  const found = new Set(names.map((name) => join(dataFolder, name)))
  const folder = databaseFolder(dataFolder)
  const stale = readPidFile(folder)
  if (stale) {
    if (isAbsolute(stale.runFolder) && basename(stale.runFolder).startsWith(runFolderPrefix)) found.add(stale.runFolder)
    if (blocksStart(stale.pid)) found.add(join(folder, 'postmaster.pid'))
  }
  found.delete(runFolder)
  return [...found]
}

/**
 * Whether this PID in a PID file keeps PostgreSQL from starting: an invalid PID does, and so does the PID of any
 * process, even a zombie.
 */
function blocksStart(pid: number): boolean {
  return !(pid > 0) || identityOf(pid) !== null || existsSync(`/proc/${pid}`)
}
