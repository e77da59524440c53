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
import { StartError } from '../start-error.ts'
import { diskFull, isDiskFull } from './data-folder-errors.ts'
import type { Binaries } from './embedded-postgres-binaries.ts'
import type { Runner } from './embedded-postgres-user.ts'
import { identityOf, isAlive } from './process-identity.ts'
import { removeFolder } from './remove-folder.ts'
import { type Ended, reasonIn, runProgram } from './run-program.ts'

/** The superuser and the database of an embedded PostgreSQL. */
export const user = 'promptarium'
export const database = 'promptarium'

const unfinished = 'postgres.init-'

/** The folder of PostgreSQL's files in a data folder. */
export function databaseFolder(dataFolder: string): string {
  return join(dataFolder, 'postgres')
}

/**
 * Creates the database if there is none, else checks that this PostgreSQL can open it. Throws StartError.
 * A new one is created in another folder and renamed when complete, so that a killed start leaves no incomplete database.
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
    log(`Making a new database in ${folder}`)
    await makeDatabase(dataFolder, binaries, runner)
  }
  checkVersion(folder, runner)
  await ownFolder(folder, runner)
}

async function makeDatabase(dataFolder: string, binaries: Binaries, runner: Runner): Promise<void> {
  const temporary = mkdtempSync(join(dataFolder, `${unfinished}${identityOf(process.pid)}-`))
  if (runner.owner) chownSync(temporary, runner.owner.uid, runner.owner.gid)
  try {
    const initdb = [...runner.prefix, binaries.initdb, '-D', temporary, '-U', user, ...initdbSettings()]
    succeed(dataFolder, await runProgram(initdb))
    const single = [...runner.prefix, binaries.postgres, '--single', '-j', '-D', temporary, 'postgres']
    succeed(dataFolder, await runProgram(single, `CREATE DATABASE ${database}`))
    renameSync(temporary, databaseFolder(dataFolder))
    flush(dataFolder)
  } catch (error) {
    await removeFolder(temporary)
    // Another process created it meanwhile.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

function initdbSettings(): string[] {
  // Every Linux that these binaries run on has the locale "C.UTF-8", with the same order; macOS has "UTF-8".
  const locale = process.platform === 'darwin' ? ['--locale=C', '--lc-ctype=UTF-8'] : ['--locale=C.UTF-8']
  return ['-A', 'trust', '-E', 'UTF8', '--locale-provider=libc', ...locale, '--data-checksums', '--no-instructions']
}

// `postgres --single` continues after a failed statement and ends with 0, so its output is checked.
function succeed(dataFolder: string, { ok, output, errors }: Ended): void {
  if (ok && !/\b(FATAL|PANIC|ERROR):/.test(errors)) return
  const text = `${output}\n${errors}`
  if (isDiskFull(text)) throw diskFull(dataFolder)
  throw new StartError(`Making the database in ${dataFolder} failed: ${reasonIn(errors || output)}.`)
}

/** Flushes a folder, because a rename has to reach the disk too. */
function flush(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

// Removes what a killed start left. If its initdb still writes, the next start removes the rest.
async function removeUnfinished(dataFolder: string): Promise<void> {
  for (const name of readdirSync(dataFolder)) {
    if (!name.startsWith(unfinished)) continue
    const maker = name.slice(unfinished.length).split('-', 2).join('-')
    if (!isAlive(maker)) await removeFolder(join(dataFolder, name))
  }
}

function checkVersion(folder: string, runner: Runner): void {
  const file = join(folder, 'PG_VERSION')
  if (!existsSync(file)) {
    throw new StartError(
      `${folder} is not a PostgreSQL database (it has no PG_VERSION). Move it away, or set DATA_DIR to another folder.`,
    )
  }
  const made = readFileSync(file, 'utf8').trim()
  const ours = runner.version.split(/\D/, 1)[0]
  if (made === ours) return
  throw new StartError(
    `The database in ${folder} is of PostgreSQL ${made}, this Promptarium brings ${ours}. ` +
      'Make a backup with the Promptarium that made it and restore it here, or set DATABASE_URL to a PostgreSQL that can read it.',
  )
}

/** Restricts the files to the user of PostgreSQL, since backups and volumes lose permissions. */
async function ownFolder(folder: string, runner: Runner): Promise<void> {
  const { uid, mode } = statSync(folder)
  const wanted = runner.owner?.uid ?? process.getuid?.() ?? uid
  if (uid !== wanted) {
    if (!runner.owner) {
      throw new StartError(
        `${folder} belongs to user id ${uid}. Start Promptarium as that user, or give the folder to this one (chown -R).`,
      )
    }
    const { ok, errors } = await runProgram(['chown', '-R', `${runner.owner.uid}:${runner.owner.gid}`, folder])
    if (!ok) throw new StartError(`${folder} can't be given to the user that PostgreSQL runs as: ${reasonIn(errors)}.`)
  }
  if (mode & 0o077) chmodSync(folder, 0o700)
}
