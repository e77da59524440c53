import { sql } from 'kysely'
import { utcDay } from '#lib/utc-day.ts'
import { beforeCommit, type Tx } from '#platform/db.ts'

/**
 * SQL for the ids of the authors that a prompt (as `p`) counts for. With a credit, these are the people named in it, if
 * any. Without a credit, or before the names in it are stored, it is the account that the prompt belongs to.
 */
export const authorsOf = sql<string[]>`authors_of(p.credit, p.credit_version, p.credited_ids, p.user_id)`

/** Changes in the numbers of copies and net votes of an author's published prompts. */
export type AuthorCountsChange = { authorId: string; copies: number; votes: number }

/** The changes that each open transaction will write before its commit. */
const pendingChanges = new WeakMap<Tx, AuthorCountsChange[]>()

/**
 * Adds changes to authors' totals and to today's counts. Counts are incremented, not recomputed, because an author
 * may have a hundred thousand prompts. Many transactions write these rows, so they are written right before the commit,
 * in a fixed order that avoids deadlocks.
 */
export async function addToAuthorCounts(tx: Tx, changes: AuthorCountsChange[], now: Date): Promise<void> {
  const pending = pendingChanges.get(tx)
  if (pending) {
    pending.push(...changes)
    return
  }
  const allChanges = [...changes]
  pendingChanges.set(tx, allChanges)
  beforeCommit(tx, () => writeAuthorCounts(tx, allChanges, now))
}

async function writeAuthorCounts(tx: Tx, changes: AuthorCountsChange[], now: Date): Promise<void> {
  const byAuthor = new Map<string, AuthorCountsChange>()
  for (const { authorId, copies, votes } of changes) {
    const sum = byAuthor.get(authorId) ?? { authorId, copies: 0, votes: 0 }
    byAuthor.set(authorId, { authorId, copies: sum.copies + copies, votes: sum.votes + votes })
  }
  const changed = [...byAuthor.values()].filter(({ copies, votes }) => copies !== 0 || votes !== 0)
  if (changed.length === 0) return
  const changeRows = sql`jsonb_to_recordset(${JSON.stringify(changed)}) as s("authorId" uuid, copies integer, votes integer)`
  await sql`
    insert into author_totals (user_id, copies, votes) select "authorId", copies, votes from ${changeRows} order by "authorId"
    on conflict (user_id) do update
      set copies = author_totals.copies + excluded.copies, votes = author_totals.votes + excluded.votes`.execute(tx)
  await sql`
    insert into author_days (user_id, day, copies, votes)
    select "authorId", ${utcDay(now)}::date, copies, votes from ${changeRows} order by "authorId"
    on conflict (user_id, day) do update
      set copies = author_days.copies + excluded.copies, votes = author_days.votes + excluded.votes`.execute(tx)
}
