import { sql } from 'kysely'
import { countWebhooks } from '#features/billing/server/webhook-queries.ts'
import { createBudget } from '#features/models/server/spend-budget.ts'
import type { Db } from '#platform/database/db.ts'
import { jobsSchema } from '../jobs/job-queue.ts'

const dayMs = 86_400_000

type JobFigures = { jobsWaiting: number; jobsOldestAge: number | null; jobsFailed: number }
type EmailAndSizeFigures = {
  databaseBytes: number
  emailsWaiting: number
  emailsOldestAge: number | null
  emailsRefused: number
}

/** The given figures, each of which is null if it isn't known. */
export type MaybeUnknown<Figures> = { [Name in keyof Figures]: Figures[Name] | null }

/**
 * Figures from the database. Failures, refusals and received webhooks are those of the last 24 hours. Ages are in
 * seconds. `aiSpent`: what answers with the site's keys have cost today (UTC), in US dollars.
 */
export type StoredFigures = JobFigures &
  EmailAndSizeFigures & { webhooksReceived: number; webhooksFailed: number; aiSpent: number }

const unknownJobs: MaybeUnknown<JobFigures> = { jobsWaiting: null, jobsOldestAge: null, jobsFailed: null }
export const unknownStoredFigures: MaybeUnknown<StoredFigures> = {
  ...unknownJobs,
  databaseBytes: null,
  emailsWaiting: null,
  emailsOldestAge: null,
  emailsRefused: null,
  webhooksReceived: null,
  webhooksFailed: null,
  aiSpent: null,
}

/** Reads the figures from the database. The figures of jobs are null until a server has created the job queue. */
export async function readStoredFigures(db: Db, now: () => Date): Promise<MaybeUnknown<StoredFigures>> {
  const emailsAndSize = await readEmailsAndSize(db)
  const jobs = await readJobs(db)
  const { received, failed } = await countWebhooks(db, new Date(now().getTime() - dayMs))
  const aiSpent = await createBudget(db, now, null).spentToday()
  return { ...emailsAndSize, ...(jobs ?? unknownJobs), webhooksReceived: received, webhooksFailed: failed, aiSpent }
}

/** Reads the size of the database, and the figures of emails, whose table is `letters`. */
async function readEmailsAndSize(db: Db): Promise<EmailAndSizeFigures> {
  const { rows } = await sql<EmailAndSizeFigures>`
    select pg_database_size(current_database())::float8 as database_bytes,
      waiting.emails::int as emails_waiting, extract(epoch from now() - waiting.oldest)::float8 as emails_oldest_age,
      refused.emails::int as emails_refused
    from (select count(*) as emails, min(created_at) as oldest from letters
        where sent_at is null and refused_at is null) waiting,
      (select count(*) as emails from letters where refused_at > now() - interval '1 day') refused`.execute(db)
  return rows[0] as EmailAndSizeFigures
}

/** Reads the figures of jobs. Returns null if the queue was never created, or if restoring a backup removed it. */
async function readJobs(db: Db): Promise<JobFigures | null> {
  const name = `${jobsSchema}.job`
  const { rows: tables } = await sql<{ exists: boolean }>`select to_regclass(${name}) is not null as exists`.execute(db)
  if (!tables[0]?.exists) return null
  const job = sql.table(name)
  // In pg-boss, the states below `active` are `created` and `retry`.
  const { rows } = await sql<JobFigures>`
    select waiting.jobs::int as jobs_waiting, extract(epoch from now() - waiting.oldest)::float8 as jobs_oldest_age,
      failed.jobs::int as jobs_failed
    from (select count(*) as jobs, min(start_after) as oldest from ${job}
        where state < 'active' and start_after <= now()) waiting,
      (select count(*) as jobs from ${job}
        where state in ('failed', 'cancelled') and completed_on > now() - interval '1 day') failed`.execute(db)
  return rows[0] ?? null
}
