import { withTimeout } from '../platform/with-timeout.ts'
import { type BackupPlace, backupTime } from './backup-places.ts'

/** How long a folder or bucket may take to list its backups, in ms. Prometheus waits ten seconds for all figures. */
export const listTimeoutMs = 5_000

/** How old the nightly backups are, across all places. */
export type BackupStatus = {
  /**
   * The earliest of the times at which the places' newest backups began. Null if there is no place, or if a place has no
   * backup or can't be read.
   */
  newest: Date | null
  /** When the newest checked backup of all places began. Null if none was checked. */
  checked: Date | null
  /** The places that can't be read at the moment. */
  unreadable: string[]
}

/** Reads the status of the nightly backups in these places. Never throws. */
export async function readBackupStatus(places: BackupPlace[], ms = listTimeoutMs): Promise<BackupStatus> {
  const found = await Promise.all(
    places.map(async (place) => {
      const listed = place.list().catch(() => null)
      const backups = await withTimeout(listed, ms, () => null)
      if (!backups) return { unreadable: [place.name], newest: null, checked: [] }
      const [newest] = backups
      return {
        unreadable: [],
        newest: newest ? backupTime(newest.name) : null,
        checked: backups.filter(({ isChecked }) => isChecked).map(({ name }) => backupTime(name)),
      }
    }),
  )
  const newest = found.map((place) => place.newest)
  return {
    newest: newest.every((time) => time !== null) ? earliest(newest) : null,
    checked: latest(found.flatMap((place) => place.checked)),
    unreadable: found.flatMap((place) => place.unreadable),
  }
}

function earliest(times: Date[]): Date | null {
  return times.reduce<Date | null>((first, time) => (first && first <= time ? first : time), null)
}

function latest(times: Date[]): Date | null {
  return times.reduce<Date | null>((last, time) => (last && last >= time ? last : time), null)
}
