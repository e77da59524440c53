import { sql } from 'kysely'
import { type AddedCopies, addCopies } from '#features/catalogue/server/change-copies.ts'
import { type AddedDay, addToDays } from '#features/prompt-statistics/server/add-to-days.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { lowestId } from '#platform/ids.ts'
import { runInBatches } from '#platform/work/batches.ts'
import { handleEach } from '#platform/work/handle-each.ts'

/** How many copies a transaction adds at most. It takes only seconds, even if each copy is of a different prompt. */
const batchSize = 1_000
/** Of how many prompts a transaction adds copies at most. */
const batchPrompts = 500

/**
 * Adds counted copies to the totals, trending scores and daily counts of prompts, and to their authors' totals. The
 * counted rows stay for two days (`copy-retention.ts`). Several processes may run this job concurrently; each row is
 * added exactly once. Returns how many copies were added.
 */
export async function aggregateCopies(db: Db, now: Date): Promise<number> {
  let total = 0
  await handleEach({
    read: async (last: string = lowestId) => {
      const { rows } = await sql<{ promptId: string }>`
        select distinct prompt_id from prompt_copies where not folded and prompt_id > ${last}
        order by prompt_id limit ${batchPrompts}`.execute(db)
      return rows.map(({ promptId }) => promptId)
    },
    handle: async (promptIds) => {
      total += await runInBatches(batchSize, () => aggregateSome(db, promptIds, now))
    },
    idOf: (promptId) => promptId,
  })
  return total
}

function aggregateSome(db: Db, promptIds: string[], now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    const batch = await takeCopies(tx, promptIds)
    await addCopies(tx, batch, now)
    await addToDays(
      tx,
      batch.flatMap(({ promptId, days }) => days.map((day) => ({ promptId, ...day }))),
    )
    return batch.reduce((sum, { copies }) => sum + copies, 0)
  })
}

/** Copies of a prompt, in total and by day. */
type TakenCopies = AddedCopies & { days: Omit<AddedDay, 'promptId'>[] }

/**
 * Marks a batch of these prompts' rows as added (`folded`), and sums them by prompt. In the sum for trending (`score`), each copy has
 * weight 1 at its own time. The limit of -700 is there because PostgreSQL’s exp fails below about -745.
 */
async function takeCopies(tx: Tx, promptIds: string[]): Promise<TakenCopies[]> {
  const { rows } = await sql<TakenCopies>`
    with batch as (
      select prompt_id, visitor from prompt_copies where not folded and prompt_id = any(${promptIds})
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
