import { type BackupPlace, backupTime } from './backup-places.ts'

/** How long a folder or bucket may take to list its backups, in ms. Prometheus waits ten seconds for all figures. */
const answerMs = 5_000

/** What the places of nightly backups have. */
export type BackupsSeen = {
  /** When the newest backup was made in the place that lags behind most; null if one has none or can't be read. */
  newest: Date | null
  /** When the newest backup was made that was read to its end, in any place; null: none was. */
  checked: Date | null
  /** The places that can't be read now. */
  unreadable: string[]
}

/** Lists the nightly backups in the folder and the bucket. Never throws. */
export async function lookAtBackups(places: BackupPlace[], ms = answerMs): Promise<BackupsSeen> {
  const seen = await Promise.all(
    places.map(async (place) => {
      const backups = await Promise.race([
        place.list().catch(() => null),
        new Promise<null>((resolve) => setTimeout(resolve, ms, null).unref()),
      ])
      if (!backups) return { unreadable: [place.name], newest: null, checked: [] }
      const [newest] = backups
      return {
        unreadable: [],
        newest: newest ? backupTime(newest.name) : null,
        checked: backups.filter(({ isChecked }) => isChecked).map(({ name }) => backupTime(name)),
      }
    }),
  )
  const newest = seen.map((place) => place.newest)
  return {
    newest: newest.every((time) => time !== null) ? earliest(newest) : null,
    checked: latest(seen.flatMap((place) => place.checked)),
    unreadable: seen.flatMap((place) => place.unreadable),
  }
}

function earliest(times: Date[]): Date | null {
  return times.reduce<Date | null>((first, time) => (first && first <= time ? first : time), null)
}

function latest(times: Date[]): Date | null {
  return times.reduce<Date | null>((last, time) => (last && last >= time ? last : time), null)
}
