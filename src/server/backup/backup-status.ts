import { withTimeout } from '../platform/with-timeout.ts'
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
   * them has no backup or can't be read.
   */
  newest: Date | null
  /** When the newest backup that has been checked began, in any place. Null if none has been checked. */
  checked: Date | null
  /** The names of the places that can't be read at the moment. */
  unreadable: string[]
}

/** Reads the status of the nightly backups in all places. Never throws. */
export async function readBackupStatus(places: BackupPlace[], timeoutMs = listTimeoutMs): Promise<BackupStatus> {
  const found = await Promise.all(
    places.map(async (place) => {
      const listed = place.list().catch(() => null)
      const backups = await withTimeout(listed, timeoutMs, () => null)
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
