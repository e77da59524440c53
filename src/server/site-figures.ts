import { sql } from 'kysely'
import { createBudget } from '#features/models/server/spend-budget.ts'
import type { BackupPlace } from './backup/backup-places.ts'
import { newestEverywhere } from './backup/nightly-backups.ts'
import { jobsSchema } from './job-queue.ts'
import type { Db } from './platform/db.ts'
import type { Readiness } from './readiness.ts'

/** How long figures are reused, in ms, and what was seen in the places of backups, since looking into a bucket costs. */
const figuresCacheMs = 10_000
const backupsCacheMs = 300_000

/** What wakes an operator at night. Ages in seconds; money in US dollars; null: there is none. */
export type SiteFigures = {
  /** Whether the database answers, and whether a write would succeed. */
  databaseUp: boolean
  databaseWritable: boolean
  /** All that follows is null while the database doesn't answer. */
  databaseBytes: number | null
  jobsWaiting: number | null
  jobsOldestAge: number | null
  emailsWaiting: number | null
  emailsOldestAge: number | null
  aiSpent: number | null
  aiBudget: number | null
  backupAge: number | null
}

type Options = {
  db: Db
  now: () => Date
  readiness: () => Promise<Readiness>
  aiBudget: number | null
  /** Where nightly backups are; unset: there are none. */
  backupPlaces?: BackupPlace[]
}

/** Reads the figures of the site, which all its processes share. Concurrent readers share one look at the database. */
export function createSiteFigures(options: Options): () => Promise<SiteFigures> {
  const { backupPlaces = [] } = options
  const newestBackup = reuse(() => newestEverywhere(backupPlaces), backupsCacheMs, options.now)
  return reuse(() => readFigures(options, newestBackup), figuresCacheMs, options.now)
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

async function readFigures(
  { db, now, readiness, aiBudget }: Options,
  newestBackup: () => Promise<Date | null>,
): Promise<SiteFigures> {
  const [ready, stored, newest] = await Promise.all([
    readiness(),
    readStored(db, now).catch(() => null),
    newestBackup(),
  ])
  return {
    databaseUp: stored !== null,
    databaseWritable: ready.isReady || ready.status === 'migrations pending',
    databaseBytes: stored?.databaseBytes ?? null,
    jobsWaiting: stored?.jobsWaiting ?? null,
    jobsOldestAge: stored?.jobsOldestAge ?? null,
    emailsWaiting: stored?.emailsWaiting ?? null,
    emailsOldestAge: stored?.emailsOldestAge ?? null,
    aiSpent: stored?.aiSpent ?? null,
    aiBudget,
    backupAge: newest ? (now().getTime() - newest.getTime()) / 1000 : null,
  }
}

type Stored = {
  databaseBytes: number
  jobsWaiting: number
  jobsOldestAge: number | null
  emailsWaiting: number
  emailsOldestAge: number | null
}

async function readStored(db: Db, now: () => Date): Promise<Stored & { aiSpent: number }> {
  const job = sql.table(`${jobsSchema}.job`)
  const { rows } = await sql<Stored>`
    select pg_database_size(current_database())::float8 as database_bytes,
      jobs.waiting::int as jobs_waiting, extract(epoch from now() - jobs.oldest)::float8 as jobs_oldest_age,
      emails.waiting::int as emails_waiting, extract(epoch from now() - emails.oldest)::float8 as emails_oldest_age
    from (select count(*) as waiting, min(start_after) as oldest from ${job}
        where state < 'active' and start_after <= now()) jobs,
      (select count(*) as waiting, min(created_at) as oldest from letters
        where sent_at is null and refused_at is null) emails`.execute(db)
  return { ...(rows[0] as Stored), aiSpent: await createBudget(db, now, null).spentToday() }
}
