import { sql } from 'kysely'
import { inTransaction } from '#platform/database/db.ts'
import { createWorkQueue } from '#platform/work/work-queue.ts'
import type { Billing } from './billing-context.ts'
import { type Position, readPage, reconciledLists, type Subject } from './reconcile-lists.ts'
import { syncCharge } from './sync-charge.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * How far back a reconciliation looks, in ms: as long as Stripe retries a webhook, counted from the end of the last
 * reconciliation if that is longer ago.
 */
const lookBackMs = 72 * 3600_000
/** A reconciliation without progress for this long (in ms) is assumed to have lost its job. */
const stalledMs = 30 * 60_000
/** How many subjects are synced at the same time. Stripe allows 25 requests a second in test mode. */
const concurrency = 4

const pageJob = 'reconcile-page'
const subjectJob = 'reconcile-subject'

/**
 * Starts a reconciliation, or continues one that has lost its job. Does nothing while one makes progress. Each page of
 * the lists (`reconciledLists`) is a separate job. A reconciliation repairs what webhooks missed or left halfway, for
 * new objects at the provider and for stored subscriptions that are unpaid, paused or soon due.
 */
export async function reconcilePayments({ db, jobs, now, payments }: Billing): Promise<void> {
  const stalledBefore = new Date(now().getTime() - stalledMs)
  const since = new Date(now().getTime() - lookBackMs)
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<Position>`
      insert into billing_walks as w (side, since, list, is_done, moved_at)
      values (${payments.account}, ${since}, ${reconciledLists[0]}, false, ${now()})
      on conflict (side) do update set moved_at = excluded.moved_at, is_done = false,
        since = case when w.is_done then least(excluded.since, w.moved_at - ${lookBackMs} * interval '1 ms') else w.since end,
        list = case when w.is_done then excluded.list else w.list end,
        after = case when w.is_done then null else w.after end
      where w.is_done or w.moved_at <= ${stalledBefore}
      returning list, after`.execute(tx)
    for (const position of rows) await jobs.add(tx, pageJob, position, { key: keyOf(position) })
  })
}

function keyOf({ list, after }: Position): string {
  return `${list}:${after ?? ''}`
}

/**
 * Processes one page, a few subjects at a time. Then, in one transaction, stores the progress and adds the jobs for the
 * next page and the failed subjects.
 */
async function processPage(billing: Billing, { list, after }: Position): Promise<void> {
  const { db, jobs, now, payments } = billing
  const atPosition = sql`side = ${payments.account} and not is_done and list = ${list} and after is not distinct from ${after}`
  const { rows } = await sql<{ since: Date }>`select since from billing_walks where ${atPosition}`.execute(db)
  const [reconciliation] = rows
  if (!reconciliation) return
  const { subjects, next } = await readPage(billing, { list, after }, reconciliation.since)
  const failedSubjects = await syncAll(billing, subjects)
  await inTransaction(db, async (tx) => {
    const to = next ?? { list, after }
    const { numAffectedRows } = await sql`
      update billing_walks set list = ${to.list}, after = ${to.after}, is_done = ${next === null}, moved_at = ${now()}
      where ${atPosition}`.execute(tx)
    if (numAffectedRows === 0n) return
    for (const { kind, id } of failedSubjects) await jobs.add(tx, subjectJob, { kind, id }, { key: `${kind}:${id}` })
    if (next) await jobs.add(tx, pageJob, next, { key: keyOf(next) })
  })
}

/**
 * Syncs these subjects and returns those that failed. Each failed one is retried in a separate job, so that it doesn't
 * delay the others.
 */
async function syncAll(billing: Billing, subjects: Subject[]): Promise<Subject[]> {
  const queue = createWorkQueue(concurrency)
  const failedSubjects: Subject[] = []
  const syncs = subjects.map((subject) =>
    queue(() => syncSubject(billing, subject)).catch(() => failedSubjects.push(subject)),
  )
  await Promise.all(syncs)
  return failedSubjects
}

function syncSubject(billing: Billing, { kind, id }: Subject): Promise<void> {
  return kind === 'charge' ? syncCharge(billing, id) : syncSubscription(billing, id)
}

/** Starts a reconciliation once an hour in one of the processes. Any process may handle its pages. */
export function scheduleReconciliation(billing: Billing): void {
  const { jobs } = billing
  jobs.every('reconcile-payments', '17 * * * *', () => reconcilePayments(billing))
  // A job gives up after a few retries. If it kept retrying, it would block the next hour's reconciliation, which reads
  // its page again anyway.
  const options = { retries: 4 }
  jobs.handle(pageJob, (data) => processPage(billing, data as Position), options)
  jobs.handle(subjectJob, (data) => syncSubject(billing, data as Subject), options)
}
