import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#server/platform/db.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { backUp } from './backup-database.ts'
import { encryptFor } from './encryption.ts'
import { writeAtomically } from './write-atomically.ts'

const dayMs = 24 * 3600 * 1000

/** `days`: how long backups are kept. `recipient`: the public key of age that they are encrypted for. */
export type BackupPlan = { folder: string; days: number; recipient?: string }
type Log = { info(fields: object, message: string): void; error(fields: object, message: string): void }
type Context = { db: Db; now: () => Date; log: Log }

/** Schedules a backup each night (02:30 UTC), by one process. */
export function scheduleBackups(jobs: Jobs, context: Context, plan: BackupPlan): void {
  let running: Promise<void> | null = null
  jobs.every('backup', '30 2 * * *', async () => {
    // A long backup outlives its job's time, and the queue tries again.
    running ??= makeBackup(context, plan).finally(() => {
      running = null
    })
    await running
  })
}

/** Writes a backup into the folder, then deletes those that are too old. A failure is logged and thrown; nothing is deleted. */
export async function makeBackup({ db, now, log }: Context, { folder, days, recipient }: BackupPlan): Promise<void> {
  const time = now()
  const file = join(folder, fileName(time, recipient !== undefined))
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const rows = await writeBackupFile(db, file, recipient)
    log.info({ file, rows }, 'the nightly backup is complete')
    await deleteOldBackups(folder, new Date(time.getTime() - days * dayMs))
  } catch (error) {
    log.error({ folder, error: (error as Error).message }, 'the nightly backup failed')
    throw error
  }
}

/** Writes a backup to a file, encrypted if there is a recipient. Returns the number of rows. */
export function writeBackupFile(
  db: Db,
  file: string,
  recipient?: string,
  begin?: Parameters<typeof backUp>[2],
): Promise<number> {
  return writeAtomically(
    file,
    (write) =>
      recipient ? encryptFor(recipient, write, (piece) => backUp(db, piece, begin)) : backUp(db, write, begin),
    { secret: true },
  )
}

const ourName = /^promptarium-\d{4}-\d\d-\d\dT\d{6}Z\.backup(\.age)?$/

function fileName(time: Date, encrypted: boolean): string {
  const stamp = time.toISOString().replace(/:|\.\d+/g, '')
  return `promptarium-${stamp}.backup${encrypted ? '.age' : ''}`
}

/** Our backups in a folder with their times, newest first; none if the folder is missing. */
export async function listBackups(folder: string): Promise<{ file: string; time: Date }[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = names.filter((name) => ourName.test(name)).map((name) => join(folder, name))
  const backups = await Promise.all(files.map(async (file) => ({ file, time: (await stat(file)).mtime })))
  return backups.sort((a, b) => b.time.getTime() - a.time.getTime())
}

/** Deletes our backups from before a time, except the newest one, and what a killed process left half written. */
async function deleteOldBackups(folder: string, before: Date): Promise<void> {
  const [, ...older] = await listBackups(folder)
  for (const { file, time } of older) if (time < before) await rm(file, { force: true })
  for (const name of await readdir(folder)) {
    if (!/^promptarium-.*\.part$/.test(name)) continue
    const part = join(folder, name)
    if (Date.now() - (await stat(part)).mtimeMs > dayMs) await rm(part, { force: true })
  }
}

/** The first bytes of a file. */
export async function readBeginning(file: string, bytes: number): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
