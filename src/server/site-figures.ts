import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { countWebhooks } from '#features/billing/server/webhook-queries.ts'
import { createBudget } from '#features/models/server/spend-budget.ts'
import type { BackupPlace } from './backup/backup-places.ts'
import { type BackupsSeen, lookAtBackups } from './backup/look-at-backups.ts'
import { jobsSchema } from './job-queue.ts'
import type { Db } from './platform/db.ts'
import type { Readiness } from './readiness.ts'

/** How long figures are reused, in ms, and what was seen in the places of backups, since looking into a bucket costs. */
const figuresCacheMs = 10_000
const backupsCacheMs = 300_000
const dayMs = 86_400_000

/** What the database says, about the last 24 hours where things are counted. Ages in seconds; null: there is none. */
type StoredFigures = {
  databaseBytes: number
  jobsWaiting: number
  jobsOldestAge: number | null
  jobsFailed: number
  emailsWaiting: number
  emailsOldestAge: number | null
  emailsRefused: number
  webhooksReceived: number
  webhooksFailed: number
  /** US dollars. */
  aiSpent: number
}

/** What wakes an operator at night. Ages in seconds; null: there is none, or the database doesn't answer. */
export type SiteFigures = { [Name in keyof StoredFigures]: StoredFigures[Name] | null } & {
  /** Whether the database answers, and whether a write would succeed. */
  databaseUp: boolean
  databaseWritable: boolean
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

/** Reads the figures of the site, which all its processes share. Concurrent readers share one look at the database. */
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

const nothingStored: { [Name in keyof StoredFigures]: null } = {
  databaseBytes: null,
  jobsWaiting: null,
  jobsOldestAge: null,
  jobsFailed: null,
  emailsWaiting: null,
  emailsOldestAge: null,
  emailsRefused: null,
  webhooksReceived: null,
  webhooksFailed: null,
  aiSpent: null,
}

async function readFigures(options: Options, lookBackups: () => Promise<BackupsSeen>): Promise<SiteFigures> {
  const { db, now, readiness, aiBudget, backupPlaces, dataFolder } = options
  const [ready, stored, backups, disk] = await Promise.all([
    readiness(),
    readStored(db, now).catch(() => null),
    lookBackups(),
    dataFolder ? statfs(dataFolder).catch(() => null) : null,
  ])
  const ageOf = (time: Date | null) => time && (now().getTime() - time.getTime()) / 1000
  return {
    ...(stored ?? nothingStored),
    databaseUp: stored !== null,
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

async function readStored(db: Db, now: () => Date): Promise<StoredFigures> {
  const job = sql.table(`${jobsSchema}.job`)
  const { rows } = await sql<Omit<StoredFigures, 'aiSpent' | 'webhooksReceived' | 'webhooksFailed'>>`
    select pg_database_size(current_database())::float8 as database_bytes,
      jobs.waiting::int as jobs_waiting, extract(epoch from now() - jobs.oldest)::float8 as jobs_oldest_age,
      failed.jobs::int as jobs_failed,
      emails.waiting::int as emails_waiting, extract(epoch from now() - emails.oldest)::float8 as emails_oldest_age,
      refused.emails::int as emails_refused
    from (select count(*) as waiting, min(start_after) as oldest from ${job}
        where state < 'active' and start_after <= now()) jobs,
      (select count(*) as jobs from ${job}
        where state in ('failed', 'cancelled') and completed_on > now() - interval '1 day') failed,
      (select count(*) as waiting, min(created_at) as oldest from letters
        where sent_at is null and refused_at is null) emails,
      (select count(*) as emails from letters where refused_at > now() - interval '1 day') refused`.execute(db)
  const { received, failed } = await countWebhooks(db, new Date(now().getTime() - dayMs))
  const stored = rows[0] as Omit<StoredFigures, 'aiSpent' | 'webhooksReceived' | 'webhooksFailed'>
  const aiSpent = await createBudget(db, now, null).spentToday()
  return { ...stored, webhooksReceived: received, webhooksFailed: failed, aiSpent }
}
