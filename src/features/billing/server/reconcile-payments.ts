import { sql } from 'kysely'
import { inTransaction } from '#server/platform/db.ts'
import { createWorkQueue } from '#server/platform/work-queue.ts'
import type { Billing } from './billing-context.ts'
import { type Place, readPage, type Subject, walkLists } from './reconcile-lists.ts'
import { syncCharge } from './sync-charge.ts'
import { syncSubscription } from './sync-subscription.ts'

/** So far back it looks, in ms: longer than the provider tries to deliver a webhook. */
const lookBackMs = 72 * 3600_000
/** A walk that hasn't moved for this long, in ms, lost its job: it goes on where it was. */
const stalledMs = 30 * 60_000
/** So many things are asked about at once: Stripe takes 25 requests a second in test mode. */
const atOnce = 4

const pageJob = 'reconcile-page'
const subjectJob = 'reconcile-subject'

/**
 * Begins to ask the provider about everything that changed of late, as if every webhook came once more: what was never
 * delivered, or died half way, is made good. Each page is a job of its own, one after the other, so it ends however much
 * there is. While a walk is under way no other begins; one that lost its job goes on where it was.
 */
export async function reconcilePayments({ db, jobs, now, payments }: Billing): Promise<void> {
  const stalled = new Date(now().getTime() - stalledMs)
  const since = new Date(now().getTime() - lookBackMs)
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<Place>`
      insert into billing_walks as w (side, since, list, is_done, moved_at)
      values (${payments.side}, ${since}, ${walkLists[0]}, false, ${now()})
      on conflict (side) do update set moved_at = excluded.moved_at, is_done = false,
        since = case when w.is_done then excluded.since else w.since end,
        list = case when w.is_done then excluded.list else w.list end,
        after = case when w.is_done then null else w.after end
      where w.is_done or w.moved_at <= ${stalled}
      returning list, after`.execute(tx)
    for (const place of rows) await jobs.add(tx, pageJob, place, { key: keyOf(place) })
  })
}

function keyOf({ list, after }: Place): string {
  return `${list}:${after ?? ''}`
}

/** Looks at one page, a few things at once, then keeps how far it came, with the job for the next one. */
async function lookAtPage(billing: Billing, { list, after }: Place): Promise<void> {
  const { db, jobs, now, payments } = billing
  const isHere = sql`side = ${payments.side} and not is_done and list = ${list} and after is not distinct from ${after}`
  const { rows } = await sql<{ since: Date }>`select since from billing_walks where ${isHere}`.execute(db)
  const [walk] = rows
  if (!walk) return
  const { subjects, next } = await readPage(billing, { list, after }, walk.since)
  const failed = await lookAtAll(billing, subjects)
  await inTransaction(db, async (tx) => {
    const to = next ?? { list, after }
    const { numAffectedRows } = await sql`
      update billing_walks set list = ${to.list}, after = ${to.after}, is_done = ${next === null}, moved_at = ${now()}
      where ${isHere}`.execute(tx)
    if (numAffectedRows === 0n) return
    for (const { kind, id } of failed) await jobs.add(tx, subjectJob, { kind, id }, { key: `${kind}:${id}` })
    if (next) await jobs.add(tx, pageJob, next, { key: keyOf(next) })
  })
}

/** Answers those that failed: each is tried again by itself and holds up nothing else. */
async function lookAtAll(billing: Billing, subjects: Subject[]): Promise<Subject[]> {
  const inTurn = createWorkQueue(atOnce)
  const failed: Subject[] = []
  const looks = subjects.map((subject) => inTurn(() => lookAt(billing, subject)).catch(() => failed.push(subject)))
  await Promise.all(looks)
  return failed
}

function lookAt(billing: Billing, { kind, id }: Subject): Promise<void> {
  return kind === 'charge' ? syncCharge(billing, id) : syncSubscription(billing, id)
}

/** Has this begun each hour by one process, and each page looked at by whichever is free. */
export function scheduleReconciling(billing: Billing): void {
  const { jobs } = billing
  jobs.every('reconcile-payments', '17 * * * *', () => reconcilePayments(billing))
  // After a few tries the next hour goes on: a job that waits for longer would keep it from that.
  const options = { retries: 4 }
  jobs.handle(pageJob, (data) => lookAtPage(billing, data as Place), options)
  jobs.handle(subjectJob, (data) => lookAt(billing, data as Subject), options)
}
