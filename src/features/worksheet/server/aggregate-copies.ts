import { sql } from 'kysely'
import { deleteOldDays } from '#features/catalogue/server/author-counts.ts'
import { type AddedCopies, addCopies } from '#features/catalogue/server/change-copies.ts'
import { type AddedDay, addToDays } from '#features/prompt-statistics/server/add-to-days.ts'
import { runInBatches } from '#server/platform/batches.ts'
import { type Db, inTransaction, type Tx } from '#server/platform/db.ts'

/** Aggregated rows are deleted after this time. It is longer than the time in which a visitor counts only once. */
const retentionHours = 48
/** How many copies a transaction adds at most. It takes only seconds, even if each copy is of a different prompt. */
const batchSize = 1_000

/**
 * Adds counted copies to the totals, trending scores and daily counts of prompts, and to their authors' totals. Deletes
 * the counted rows after 48 hours. Several processes may run this job concurrently; each row is added exactly once.
 * Returns how many copies were added.
 */
export async function aggregateCopies(db: Db, now: Date): Promise<number> {
  return runInBatches(batchSize, () => aggregateSome(db, now))
}

function aggregateSome(db: Db, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    const batch = await takeCopies(tx)
    await addCopies(tx, batch, now)
    await addToDays(
      tx,
      batch.flatMap(({ promptId, days }) => days.map((day) => ({ promptId, ...day }))),
    )
    await deleteOldRows(tx, now)
    return batch.reduce((sum, { copies }) => sum + copies, 0)
  })
}

/** Copies of a prompt, in total and by day. */
type TakenCopies = AddedCopies & { days: Omit<AddedDay, 'promptId'>[] }

/**
 * Marks a batch of rows as added (`folded`), and sums them by prompt. In the sum for trending (`score`), each copy has
 * weight 1 at its own time. The limit of -700 is there because PostgreSQL’s exp fails below about -745.
 */
async function takeCopies(tx: Tx): Promise<TakenCopies[]> {
  const { rows } = await sql<TakenCopies>`
    with batch as (
      select prompt_id, visitor from prompt_copies where not folded
      order by prompt_id, visitor limit ${batchSize} for update skip locked
    ), taken as (
      update prompt_copies c set folded = true from batch b
      where c.prompt_id = b.prompt_id and c.visitor = b.visitor returning c.prompt_id, c.copied_at, c.run
    ), summed as (
      select prompt_id, count(*) as copies, max(copied_at) as last from taken group by prompt_id
    ), by_day as (
      select prompt_id, (copied_at at time zone 'utc')::date as day, count(*) as copies, count(*) filter (where run) as runs
      from taken group by 1, 2
    )
    select t.prompt_id, s.copies,
      heat_at(s.last) + ln(sum(exp(greatest(-700, heat_at(t.copied_at) - heat_at(s.last))))) as score,
      (select jsonb_agg(jsonb_build_object('day', d.day, 'copies', d.copies, 'runs', d.runs)) from by_day d
        where d.prompt_id = t.prompt_id) as days
    from taken t join summed s using (prompt_id) group by t.prompt_id, s.copies, s.last`.execute(tx)
  return rows
}

/** Deletes old aggregated copies, old salts of visitors’ hashes, and old daily counts of authors. */
async function deleteOldRows(tx: Tx, now: Date) {
  const oldest = new Date(now.getTime() - retentionHours * 3_600_000)
  await sql`delete from prompt_copies where folded and copied_at < ${oldest}`.execute(tx)
  await sql`delete from daily_salts where day < ${oldest.toISOString().slice(0, 10)}::date`.execute(tx)
  await deleteOldDays(tx, now)
}
