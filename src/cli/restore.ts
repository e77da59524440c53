import { createReadStream, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { isPooled } from '#platform/database/detect-pooler.ts'
import { type BackupHeader, readHeader, refuseDamagedFile } from '#server/database/backup/backup-file.ts'
import { type BackupPlace, isNightly, openFolderPlace } from '#server/database/backup/backup-places.ts'
import { checkBackup } from '#server/database/backup/check-backup.ts'
import { decrypt, isEncrypted, readFirstBytes } from '#server/database/backup/encryption.ts'
import { partOf, writeAtomically } from '#server/database/backup/write-atomically.ts'
import { openDirectDatabase } from '#server/database/database.ts'
import { refuseUnsuitable } from '#server/database/database-fitness.ts'
import { findForeignMigration, readMigrations } from '#server/database/migrations.ts'
import { backupBucket, readSettings } from '#server/settings/settings.ts'
import { StartError } from '#server/start/start-error.ts'
import type { Command } from './command.ts'
import { refuseOtherConnections, restoreDatabase, updateStatistics } from './restore-database.ts'

/** The maximum number of backups that an error message names. */
const namedMax = 5
const poolerAdvice =
  'DATABASE_URL is the address of a pooler, but restore needs a direct connection. Set DATABASE_DIRECT_URL to the address of PostgreSQL.'

export const command: Command = {
  summary: 'Restores the database from a backup.',
  operands: ['FILE'],
  options: {
    replace: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    identity: { type: 'string' },
    bucket: { type: 'boolean', default: false },
  },
  help: `
Restores into an empty database or an unused site, which has no accounts and only the
unchanged starter catalogue. Stop the server first.
A restore that fails leaves the database unchanged. One that is stopped before it prints how
many rows were restored has either changed nothing or restored everything. A file that
differs in any byte from what the command backup wrote is refused. A backup of an older
version is upgraded to this one.

  --replace  overwrites the content of the database.
  --identity KEYS  decrypts FILE with the age secret keys in the file KEYS. Until the command
             ends, a decrypted copy that only its owner can read is next to FILE.
  --bucket   reads FILE from BACKUP_BUCKET. FILE is the name of a backup there, or
             “newest”. Until the command ends, a copy that only its owner can read is in the
             temporary folder.
  --check    only reads the complete file and prints what it contains. It needs no database
             and changes no data. A nightly backup is marked as checked by an empty file
             next to it. A trial restore proves more: see docs/operations/backup.md.`,
  run({ operands: [file = ''], values }) {
    const {
      replace = false,
      check = false,
      identity,
      bucket = false,
    } = values as { replace?: boolean; check?: boolean; identity?: string; bucket?: boolean }
    const proceed = (local: Local, place = openFolderPlace(dirname(local.file))) =>
      withPlainFile(local, identity, (plain) =>
        check ? checkFile(plain, local.name, place) : restore(plain, local.name, { replace }),
      )
    return bucket ? withDownload(file, proceed) : proceed({ file, name: file })
  },
}

/** A backup on this machine. `name`: how messages name it, because `file` may be a temporary copy. */
type Local = { file: string; name: string }

/** Downloads a backup from the bucket, calls `work` with the downloaded file, and then removes that file. */
async function withDownload(
  name: string,
  work: (local: Local, place: BackupPlace) => Promise<boolean>,
): Promise<boolean> {
  const place = backupBucket(readSettings(process.env))
  if (!place) throw new StartError('--bucket needs BACKUP_BUCKET.')
  const backups = await place.list().catch((cause: Error) => {
    throw new StartError(`The ${place.name} can’t be read: ${cause.message}.`, { cause })
  })
  const names = backups.map((backup) => backup.name)
  const found = name === 'newest' ? names[0] : names.find((one) => one === name)
  if (!found) {
    if (names.length === 0) throw new StartError(`The ${place.name} has no backups.`)
    const more = names.length > namedMax ? ` and ${names.length - namedMax} more` : ''
    throw new StartError(`The ${place.name} has no ${name}. It has ${names.slice(0, namedMax).join(', ')}${more}.`)
  }
  const folder = await mkdtemp(join(tmpdir(), 'promptarium-restore-'))
  return withRemoval([folder], async () => {
    const file = join(folder, found)
    await writeAtomically(
      file,
      async (write) => {
        for await (const chunk of place.read(found)) await write(chunk)
      },
      { secret: true },
    )
    return work({ file, name: found }, place)
  })
}

/** Calls `work` with the file itself, or with a decrypted copy next to it, which is removed afterwards. */
async function withPlainFile(
  { file, name }: Local,
  identity: string | undefined,
  work: (plain: string) => Promise<boolean>,
): Promise<boolean> {
  const firstBytes = await readFirstBytes(file, 64).catch(() => new Uint8Array())
  if (!isEncrypted(firstBytes)) return work(file)
  if (identity === undefined) throw new StartError(`${name} is encrypted. Give its secret keys: --identity KEYS.`)
  const plain = `${file}.${process.pid}.plain`
  return withRemoval([plain, partOf(plain)], async () => {
    await writeAtomically(
      plain,
      async (write) => {
        const stream = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
        for await (const chunk of decrypt(name, stream, identity)) await write(chunk)
      },
      { secret: true },
    )
    return work(plain)
  })
}

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Calls `work`, and then removes the paths. If a signal ends the process meanwhile, they are removed too. */
async function withRemoval<Result>(paths: string[], work: () => Promise<Result>): Promise<Result> {
  const remove = () => {
    for (const path of paths) rmSync(path, { recursive: true, force: true })
  }
  const stop = (signal: NodeJS.Signals) => {
    remove()
    // `once` has removed this handler. After the last one, the signal ends the process as usual.
    process.kill(process.pid, signal)
  }
  for (const signal of endSignals) process.once(signal, stop)
  try {
    return await work()
  } finally {
    for (const signal of endSignals) process.off(signal, stop)
    remove()
  }
}

/**
 * Checks a file by reading its decrypted content (`plain`) to the end. Marks a nightly backup as checked, which doctor
 * and the Health page report.
 */
async function checkFile(plain: string, name: string, place: BackupPlace): Promise<boolean> {
  const { header, rows } = await checkBackup(plain, name)
  await refuseForeignMigrations(name, header)
  const { createdAt, program, tables } = header
  console.log(
    `${name} can be restored: ${rows} rows in ${tables.length} tables, as of ${createdAt}, by version ${program}.`,
  )
  const nameInPlace = basename(name)
  if (isNightly(nameInPlace))
    await place
      .markChecked(nameInPlace)
      .catch((error) => console.error(`The backup can't be marked as checked: ${error.message}.`))
  return true
}

async function restore(plain: string, name: string, { replace }: { replace: boolean }): Promise<boolean> {
  await refuseDamagedFile(plain, name)
  const header = await readHeader(plain, name)
  await refuseForeignMigrations(name, header)
  const database = await openDirectDatabase(readSettings(process.env), {
    // Opened as a server, so that no server can use the data folder meanwhile. A second connection would count as
    // another process.
    purpose: 'server',
    log: (line) => console.error(line),
    max: 1,
  })
  try {
    if (await isPooled(database.pool)) throw new StartError(poolerAdvice)
    await refuseUnsuitable(database.db, { pending: true })
    await refuseOtherConnections(database.db)
    const rows = await restoreDatabase(database.db, { file: plain, name, header, replace })
    console.log(`${name}: ${rows} rows restored, as of ${header.createdAt}.`)
    await updateStatistics(database.db).catch(warnOfStatistics)
  } finally {
    await database.close()
  }
  return true
}

/** Prints a warning. Without new statistics, the command still succeeds, because the content is restored. */
function warnOfStatistics({ message }: Error): void {
  console.error(
    `The database’s statistics could not be updated: ${message}. Searches may be slow until PostgreSQL updates them.`,
  )
}

async function refuseForeignMigrations(name: string, { migrations }: BackupHeader): Promise<void> {
  const foreign = findForeignMigration(migrations, await readMigrations())
  if (foreign?.isNewer)
    throw new StartError(
      `${name} was created by a newer Promptarium (it contains ${foreign.name}). Restore it with that version.`,
    )
  if (foreign)
    throw new StartError(
      `${name} can't be restored: db/migrations/${foreign.name} differs from the one that the backup was created with.`,
    )
}
