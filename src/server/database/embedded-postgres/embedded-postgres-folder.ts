import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../start/start-error.ts'
import { diskFullError, isDiskFull } from './data-folder-errors.ts'
import type { Binaries } from './embedded-postgres-binaries.ts'
import type { Runner } from './embedded-postgres-user.ts'
import { identityOf, isAlive } from './process-identity.ts'
import { removeFolder } from './remove-folder.ts'
import { type ProgramResult, reasonIn, runProgram } from './run-program.ts'

/** The name of the superuser, and the name of the database, of an embedded PostgreSQL. */
export const user = 'promptarium'
export const database = 'promptarium'

/**
 * The names of folders with incomplete databases begin with this, followed by the identity (PID and start time) of the
 * process that creates the database.
 */
const unfinishedPrefix = 'postgres.init-'

/** The folder within a data folder where PostgreSQL keeps its files. */
export function databaseFolder(dataFolder: string): string {
  return join(dataFolder, 'postgres')
}

/**
 * Creates the database if there is none, in a temporary folder that is renamed at the end, so the database's own folder
 * is never incomplete. Checks that the bundled PostgreSQL can open it, and lets only the user that runs PostgreSQL
 * access it. Throws StartError if one of these fails.
 */
export async function prepareDatabase(
  dataFolder: string,
  binaries: Binaries,
  runner: Runner,
  log: (line: string) => void,
): Promise<void> {
  await removeUnfinished(dataFolder)
  const folder = databaseFolder(dataFolder)
  if (!existsSync(folder) || readdirSync(folder).length === 0) {
    log(`Creating a new database in ${folder}`)
    await makeDatabase(dataFolder, binaries, runner)
  }
  checkVersion(folder, runner)
  await restrictFolder(folder, runner)
}

async function makeDatabase(dataFolder: string, binaries: Binaries, runner: Runner): Promise<void> {
  const temporary = mkdtempSync(join(dataFolder, `${unfinishedPrefix}${identityOf(process.pid)}-`))
  if (runner.owner) chownSync(temporary, runner.owner.uid, runner.owner.gid)
  try {
    const initdb = [...runner.prefix, binaries.initdb, '-D', temporary, '-U', user, ...initdbSettings()]
    throwIfFailed(dataFolder, await runProgram(initdb))
    const single = [...runner.prefix, binaries.postgres, '--single', '-j', '-D', temporary, 'postgres']
    throwIfFailed(dataFolder, await runProgram(single, `CREATE DATABASE ${database}`))
    renameSync(temporary, databaseFolder(dataFolder))
    flush(dataFolder)
  } catch (error) {
    await removeFolder(temporary)
    // These codes mean that another process has created the database in the meantime.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

function initdbSettings(): string[] {
  // Every Linux on which these programs run has the locale “C.UTF-8”, whose sort order is the same everywhere. On macOS,
  // its character type is called “UTF-8”.
  const locale = process.platform === 'darwin' ? ['--locale=C', '--lc-ctype=UTF-8'] : ['--locale=C.UTF-8']
  return ['-A', 'trust', '-E', 'UTF8', '--locale-provider=libc', ...locale, '--data-checksums', '--no-instructions']
}

// `postgres --single` continues after a failed statement and exits with 0, so its output is checked too.
function throwIfFailed(dataFolder: string, { ok, output, errors }: ProgramResult): void {
  if (ok && !/\b(FATAL|PANIC|ERROR):/.test(errors)) return
  const text = `${output}\n${errors}`
  if (isDiskFull(text)) throw diskFullError(dataFolder)
  throw new StartError(`Creating the database in ${dataFolder} failed: ${reasonIn(errors || output)}.`)
}

/** Writes a folder to the disk, so that a rename in it survives a power failure. */
function flush(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

// Removes the incomplete databases of killed starts. If their initdb is still writing, the next start removes the rest.
async function removeUnfinished(dataFolder: string): Promise<void> {
  for (const name of readdirSync(dataFolder)) {
    if (!name.startsWith(unfinishedPrefix)) continue
    const creator = name.slice(unfinishedPrefix.length).split('-', 2).join('-')
    if (!isAlive(creator)) await removeFolder(join(dataFolder, name))
  }
}

function checkVersion(folder: string, runner: Runner): void {
  const file = join(folder, 'PG_VERSION')
  if (!existsSync(file)) {
    throw new StartError(
      `${folder} is not a PostgreSQL database (it has no PG_VERSION). Move the folder, or set DATA_DIR to another folder.`,
    )
  }
  const dataVersion = readFileSync(file, 'utf8').trim()
  const programVersion = runner.version.split(/\D/, 1)[0]
  if (dataVersion === programVersion) return
  throw new StartError(
    `The database in ${folder} was created by PostgreSQL ${dataVersion}, but this Promptarium includes PostgreSQL ${programVersion}. ` +
      'Make a backup with the version of Promptarium that created the database and restore the backup here, or set DATABASE_URL to a PostgreSQL that can read it.',
  )
}

/**
 * Allows only the user that runs PostgreSQL to access the folder. Copying it or mounting a volume may have changed its
 * permissions.
 */
async function restrictFolder(folder: string, runner: Runner): Promise<void> {
  const { uid, mode } = statSync(folder)
  const required = runner.owner?.uid ?? process.getuid?.() ?? uid
  if (uid !== required) {
    if (!runner.owner) {
      throw new StartError(
        `${folder} belongs to user id ${uid}. Start Promptarium as that user, or make this user its owner (chown -R).`,
      )
    }
    const { ok, errors } = await runProgram(['chown', '-R', `${runner.owner.uid}:${runner.owner.gid}`, folder])
    if (!ok)
      throw new StartError(
        `The owner of ${folder} can't be changed to the user that runs PostgreSQL: ${reasonIn(errors)}.`,
      )
  }
  if (mode & 0o077) chmodSync(folder, 0o700)
}
