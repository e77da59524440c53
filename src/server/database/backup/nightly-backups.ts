import type { Db } from '#platform/database/db.ts'
import type { Log } from '#platform/log-fields.ts'
import type { Jobs } from '#platform/work/jobs.ts'
import { backUp } from './backup-database.ts'
import { type BackupPlace, backupName, backupTime } from './backup-places.ts'
import { checkBackup } from './check-backup.ts'
import { encryptFor } from './encryption.ts'
import { writeAtomically } from './write-atomically.ts'

const dayMs = 24 * 3600 * 1000

/**
 * `days`: how long backups are kept. `recipient`: the public age key that backups are encrypted for. Unset: they aren't
 * encrypted.
 */
export type BackupPlan = { places: BackupPlace[]; days: number; recipient?: string }
type Context = { db: Db; now: () => Date; log: Pick<Log, 'info' | 'error'> }
type Write = (chunk: Uint8Array) => Promise<void>

/** Schedules the nightly backup for 02:30 UTC. Only one process makes it. */
export function scheduleBackups(jobs: Jobs, context: Context, plan: BackupPlan): void {
  let running: Promise<void> | null = null
  jobs.every('backup', '30 2 * * *', async () => {
    // A backup may take longer than a job may run. The queue then starts the job again, which waits for the same
    // backup.
    running ??= makeBackup(context, plan).finally(() => {
      running = null
    })
    await running
  })
}

/**
 * Writes the same backup to each place, checks it if it is an unencrypted file on this machine, and deletes old
 * backups. If a place fails, logs the failure, deletes nothing there and continues with the next place. At the end,
 * throws the first failure.
 */
export async function makeBackup({ db, now, log }: Context, { places, days, recipient }: BackupPlan): Promise<void> {
  const time = now()
  const name = backupName(time, recipient !== undefined)
  const failures: unknown[] = []
  let firstPlace: BackupPlace | undefined
  for (const place of places) {
    try {
      const source = firstPlace
      const rows = await place.write(name, (write) =>
        source ? copyFrom(source, name, write) : streamBackup(db, write, recipient),
      )
      if (place.pathOf && !recipient) {
        await checkBackup(place.pathOf(name))
        await place.markChecked(name)
      }
      firstPlace ??= place
      log.info({ place: place.name, file: name, ...(rows !== null && { rows }) }, 'the nightly backup is complete')
      await deleteOldBackups(place, new Date(time.getTime() - days * dayMs))
    } catch (error) {
      log.error({ place: place.name, error: (error as Error).message }, 'the nightly backup failed')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** Copies a backup from another place. Returns null instead of the number of rows, because it doesn't count them. */
async function copyFrom(place: BackupPlace, name: string, write: Write): Promise<null> {
  for await (const chunk of place.read(name)) await write(chunk)
  return null
}

/** Passes a backup to `write`, encrypted if there is a recipient. Returns the number of rows. `begin`: see `backUp`. */
function streamBackup(
  db: Db,
  write: Write,
  recipient: string | undefined,
  begin?: Parameters<typeof backUp>[2],
): Promise<number> {
  return recipient ? encryptFor(recipient, write, (chunk) => backUp(db, chunk, begin)) : backUp(db, write, begin)
}

/** Writes a backup to a file, encrypted if there is a recipient. Returns the number of rows. `begin`: see `backUp`. */
export function writeBackupFile(
  db: Db,
  file: string,
  recipient?: string,
  begin?: Parameters<typeof backUp>[2],
): Promise<number> {
  return writeAtomically(file, (write) => streamBackup(db, write, recipient, begin), { secret: true })
}

/** Deletes the nightly backups that began before a time, but never the newest backup. Also deletes incomplete files. */
async function deleteOldBackups(place: BackupPlace, before: Date): Promise<void> {
  const [, ...older] = await place.list()
  for (const { name } of older) if (backupTime(name) < before) await place.remove(name)
  await place.removeIncomplete()
}
