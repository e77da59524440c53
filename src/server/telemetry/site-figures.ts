import { statfs } from 'node:fs/promises'
import type { Db } from '#platform/database/db.ts'
import { withTimeout } from '#platform/work/with-timeout.ts'
import type { BackupPlace } from '../database/backup/backup-places.ts'
import { type BackupStatus, listTimeoutMs, readBackupStatus } from '../database/backup/backup-status.ts'
import { maxWaitMs, type Readiness } from '../database/readiness.ts'
import {
  type MaybeUnknown,
  readStoredFigures,
  type StoredFigures,
  unknownStoredFigures,
} from '../database/stored-figures.ts'

/** How long it may take to read all figures, in ms. */
export const figuresMs = Math.max(maxWaitMs, listTimeoutMs)
/** For how long the figures, and the status of backups, are cached, in ms. Listing a bucket costs money. */
const figuresCacheMs = 10_000
const backupsCacheMs = 300_000

/**
 * What an operator monitors. Ages are in seconds. A value is null if there is nothing to measure or it can't be read.
 */
export type SiteFigures = MaybeUnknown<StoredFigures> & {
  /** Whether the database responds, and whether a write would succeed. */
  databaseUp: boolean
  databaseWritable: boolean
  /** Why the figures can't be read from the database, or null if they can. */
  readError: string | null
  /** AI_DAILY_BUDGET in US dollars. Null if there is no limit. */
  aiBudget: number | null
  /** The number of places that nightly backups are written to, and the names of the places that can't be used. */
  backupPlaceCount: number
  backupsUnusable: string[]
  /** The age of the newest backup. If there are several places, the highest of their ages. */
  backupAge: number | null
  /** The age of the newest backup that was checked: after it was written, it was read to its end. */
  checkedBackupAge: number | null
  /** The free space and the size of the disk with the data folder, in bytes. */
  diskFree: number | null
  diskSize: number | null
}

type Options = {
  db: Db
  now: () => Date
  readiness: () => Promise<Readiness>
  aiBudget: number | null
  /** Where nightly backups are stored. Unset: there are none. */
  backupPlaces?: BackupPlace[]
  dataFolder?: string
  /** How long to wait for the figures from the database, in ms. */
  storedMs?: number
}

/** Returns a function that reads the figures of the site, which are the same in all its processes. */
export function createSiteFigures(options: Options): () => Promise<SiteFigures> {
  const { backupPlaces = [] } = options
  const readStatus = cached(() => readBackupStatus(backupPlaces), backupsCacheMs, options.now)
  return cached(() => readFigures(options, readStatus), figuresCacheMs, options.now)
}

/** Returns a function that calls `read` and caches the result for `ms`. Concurrent callers share it. */
function cached<Result>(read: () => Promise<Result>, ms: number, now: () => Date): () => Promise<Result> {
  let last: { at: number; result: Promise<Result> } | undefined
  return () => {
    const at = now().getTime()
    if (!last || at - last.at >= ms) last = { at, result: read() }
    return last.result
  }
}

async function readFigures(options: Options, readStatus: () => Promise<BackupStatus>): Promise<SiteFigures> {
  const { db, now, readiness, aiBudget, backupPlaces, dataFolder } = options
  const ms = options.storedMs ?? maxWaitMs
  const tooLate = () => new Error(`the database takes longer than ${ms} ms`)
  const [ready, stored, backups, disk] = await Promise.all([
    readiness(),
    withTimeout(readStoredFigures(db, now), ms, tooLate).catch((error: Error) => error),
    readStatus(),
    dataFolder ? statfs(dataFolder).catch(() => null) : null,
  ])
  const isKnown = !(stored instanceof Error)
  const ageOf = (time: Date | null) => time && (now().getTime() - time.getTime()) / 1000
  return {
    ...(isKnown ? stored : unknownStoredFigures),
    databaseUp: isKnown,
    readError: isKnown ? null : stored.message,
    databaseWritable: ready.isReady || ready.status === 'migrations pending',
    aiBudget,
    backupPlaceCount: backupPlaces?.length ?? 0,
    backupsUnusable: backups.unusable,
    backupAge: ageOf(backups.newest),
    checkedBackupAge: ageOf(backups.checked),
    diskFree: disk && disk.bavail * disk.bsize,
    diskSize: disk && disk.blocks * disk.bsize,
  }
}
