import { sql } from 'kysely'
import { utcDay } from '#lib/utc-day.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { lowestId } from '#platform/ids.ts'

/** Counts of a prompt for one day. They are computed when the day is over. */
export type CountedDay = { promptId: string; upvotes?: number; downvotes?: number; saves?: number; forks?: number }

/**
 * Counts a day's votes, saves or forks by prompt. Handles up to `limit` prompts with ids after `after`, in order of id.
 */
export type CountDay = (
  db: Db,
  request: { from: Date; until: Date; after: string; limit: number },
) => Promise<CountedDay[]>

/** How many prompts are counted at once, and stored in one transaction. */
const batchSize = 1_000
const dayMs = 86_400_000

/** SQL for the last closed day. Null if counting hasn't begun. */
export const closedUntil = sql<string | null>`(select closed_until from prompt_day_closing)`

/**
 * Closes each day that is over: stores what `counters` return, then marks the day as closed, so that its counts are
 * shown. The first call ever only records when counting begins. Concurrent and repeated calls are harmless, because a
 * closed day never changes.
 */
export async function closeDays(db: Db, counters: CountDay[], now: Date): Promise<void> {
  const yesterday = utcDay(new Date(now.getTime() - dayMs))
  const { rows } = await sql<{ closedUntil: string }>`
    with started as (
      insert into prompt_day_closing (started, closed_until) values (${utcDay(now)}, ${yesterday}) on conflict do nothing
      returning closed_until
    )
    select closed_until::text as closed_until from prompt_day_closing
    union all select closed_until::text from started`.execute(db)
  for (let closedUntil = rows[0]?.closedUntil ?? yesterday; closedUntil < yesterday; ) {
    const from = new Date(Date.parse(closedUntil) + dayMs)
    closedUntil = utcDay(from)
    for (const count of counters) await storeCounts(db, count, from)
    await sql`
      update prompt_day_closing set closed_until = ${closedUntil}
      where closed_until = ${closedUntil}::date - 1`.execute(db)
  }
}

async function storeCounts(db: Db, count: CountDay, from: Date): Promise<void> {
  const until = new Date(from.getTime() + dayMs)
  for (let after: string = lowestId; ; ) {
    const counts = await count(db, { from, until, after, limit: batchSize })
    if (counts.length > 0) await inTransaction(db, (tx) => storeBatch(tx, utcDay(from), counts))
    if (counts.length < batchSize) return
    after = counts.at(-1)?.promptId ?? after
  }
}

/** Stores counts for a day. Does nothing if another process has already closed the day. */
async function storeBatch(tx: Db, day: string, counts: CountedDay[]): Promise<void> {
  await sql`
    with closing as (select closed_until from prompt_day_closing for share)
    insert into prompt_days as d (prompt_id, day, upvotes, downvotes, saves, forks)
    select p.id, ${day}::date, coalesce(c.upvotes, 0), coalesce(c.downvotes, 0), coalesce(c.saves, 0),
      coalesce(c.forks, 0)
    from jsonb_to_recordset(${JSON.stringify(counts)})
      as c("promptId" uuid, upvotes integer, downvotes integer, saves integer, forks integer)
    join prompts p on p.id = c."promptId" join closing on closing.closed_until < ${day}::date
    order by p.id
    on conflict (prompt_id, day) do update set
      upvotes = greatest(d.upvotes, excluded.upvotes), downvotes = greatest(d.downvotes, excluded.downvotes),
      saves = greatest(d.saves, excluded.saves), forks = greatest(d.forks, excluded.forks)`.execute(tx)
}
