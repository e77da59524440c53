import type { Log } from '#platform/log-fields.ts'
import { withTimeout } from '#platform/work/with-timeout.ts'
import { type BackupPlace, backupTime } from './backup-places.ts'

/**
 * How long a folder or bucket may take to list its backups, in ms. Prometheus waits ten seconds for all figures
 * together.
 */
export const listTimeoutMs = 5_000

/** How old the nightly backups in all places are. */
export type BackupStatus = {
  /**
   * When the newest backup began, in the place where that was longest ago. Null if there are no places, or if any of
   * them has no backup or can't be used.
   */
  newest: Date | null
  /** When the newest backup that has been checked began, in any place. Null if none has been checked. */
  checked: Date | null
  /** The names of the places that can't be used at the moment: not written, as far as is known, or not read. */
  unusable: string[]
}

/** Reads the status of the nightly backups in all places. Never throws. */
export async function readBackupStatus(places: BackupPlace[], timeoutMs = listTimeoutMs): Promise<BackupStatus> {
  const found = await Promise.all(
    places.map(async (place) => {
      const listed = place.check().then(place.list)
      const backups = await withTimeout(listed, timeoutMs, () => null).catch(() => null)
      if (!backups) return { unusable: [place.name], newest: null, checked: [] }
      const [newest] = backups
      return {
        unusable: [],
        newest: newest ? backupTime(newest.name) : null,
        checked: backups.filter(({ isChecked }) => isChecked).map(({ name }) => backupTime(name)),
      }
    }),
  )
  const newest = found.map((place) => place.newest)
  return {
    newest: newest.every((time) => time !== null) ? earliest(newest) : null,
    checked: latest(found.flatMap((place) => place.checked)),
    unusable: found.flatMap((place) => place.unusable),
  }
}

/** Logs each place to which the next nightly backup can't be written. Never fails. */
export async function reportUnusablePlaces(places: BackupPlace[], log: Pick<Log, 'error'>): Promise<void> {
  const { unusable } = await readBackupStatus(places)
  for (const place of unusable)
    log.error({ place }, 'nightly backups can’t be written to this place; check BACKUP_FOLDER or BACKUP_BUCKET')
}

function earliest(times: Date[]): Date | null {
  return times.reduce<Date | null>((first, time) => (first && first <= time ? first : time), null)
}

function latest(times: Date[]): Date | null {
  return times.reduce<Date | null>((last, time) => (last && last >= time ? last : time), null)
}
