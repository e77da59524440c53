import { statfs } from 'node:fs/promises'
import type { BackupPlace } from './backup/backup-places.ts'
import { type BackupsSeen, lookAtBackups } from './backup/look-at-backups.ts'
import type { Db } from './platform/db.ts'
import type { Readiness } from './readiness.ts'
import { nothingStored, type PerhapsKnown, readStoredFigures, type StoredFigures } from './stored-figures.ts'

/** How long figures are reused, in ms, and what was seen in the places of backups, since looking into a bucket costs. */
const figuresCacheMs = 10_000
const backupsCacheMs = 300_000

/** What wakes an operator at night. Ages in seconds; null: there is none, or the database doesn't answer. */
export type SiteFigures = PerhapsKnown<StoredFigures> & {
  /** Whether the database answers, and whether a write would succeed. */
  databaseUp: boolean
  databaseWritable: boolean
  /** Why the database's figures can't be read. */
  trouble: string | null
  /** US dollars. */
  aiBudget: number | null
  /** How many places nightly backups are written to, and the names of those that can't be read. */
  backupPlaces: number
  backupsUnreadable: string[]
  backupAge: number | null
  /** The age of the newest one that was read to its end. */
  checkedBackupAge: number | null
  /** Bytes of the disk with the data folder. */
  diskFree: number | null
  diskSize: number | null
}

type Options = {
  db: Db
  now: () => Date
  readiness: () => Promise<Readiness>
  aiBudget: number | null
  /** Where nightly backups are; unset: there are none. */
  backupPlaces?: BackupPlace[]
  dataFolder?: string
}

/** Reads the figures of the site, which all its processes share. Concurrent readers share one query. */
export function createSiteFigures(options: Options): () => Promise<SiteFigures> {
  const { backupPlaces = [] } = options
  const lookBackups = reuse(() => lookAtBackups(backupPlaces), backupsCacheMs, options.now)
  return reuse(() => readFigures(options, lookBackups), figuresCacheMs, options.now)
}

/** The same answer for `ms`, and for all who ask meanwhile. */
function reuse<Answer>(read: () => Promise<Answer>, ms: number, now: () => Date): () => Promise<Answer> {
  let last: { at: number; answer: Promise<Answer> } | undefined
  return () => {
    const at = now().getTime()
    if (!last || at - last.at >= ms) last = { at, answer: read() }
    return last.answer
  }
}

async function readFigures(options: Options, lookBackups: () => Promise<BackupsSeen>): Promise<SiteFigures> {
  const { db, now, readiness, aiBudget, backupPlaces, dataFolder } = options
  const [ready, stored, backups, disk] = await Promise.all([
    readiness(),
    readStoredFigures(db, now).catch((error: Error) => error),
    lookBackups(),
    dataFolder ? statfs(dataFolder).catch(() => null) : null,
  ])
  const isKnown = !(stored instanceof Error)
  const ageOf = (time: Date | null) => time && (now().getTime() - time.getTime()) / 1000
  return {
    ...(isKnown ? stored : nothingStored),
    databaseUp: isKnown,
    trouble: isKnown ? null : stored.message,
    databaseWritable: ready.isReady || ready.status === 'migrations pending',
    aiBudget,
    backupPlaces: backupPlaces?.length ?? 0,
    backupsUnreadable: backups.unreadable,
    backupAge: ageOf(backups.newest),
    checkedBackupAge: ageOf(backups.checked),
    diskFree: disk && disk.bavail * disk.bsize,
    diskSize: disk && disk.blocks * disk.bsize,
  }
}
