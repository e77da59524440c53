import { sql } from 'kysely'
import { utcDay } from '#lib/utc-day.ts'
import { deletedAccountId } from '#platform/actor.ts'
import { beforeCommit, type Tx } from '#platform/database/db.ts'

/**
 * SQL for the ids of the authors that a prompt (as `p`) counts for. With a credit, these are the people named in it, if
 * any. Without a credit, or before the names in it are stored, it is the account that the prompt belongs to.
 */
export const authorsOf = sql<string[]>`authors_of(p.credit, p.credit_version, p.credited_ids, p.user_id)`

/** The numbers of which an author's score is made, apart from the number of published prompts, which isn't part of it. */
export const authorCountNames = ['copies', 'votes', 'used', 'edits'] as const

/**
 * Changes in an author's numbers: copies and net votes of published prompts, how many of these were used (copied at
 * least once), and how many of the author's suggested edits became versions of other people's prompts.
 */
export type AuthorCountsChange = { authorId: string } & { [Name in (typeof authorCountNames)[number]]?: number }

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
  const byAuthor = new Map<string, Required<AuthorCountsChange>>()
  for (const { authorId, ...change } of changes) {
    const sum = byAuthor.get(authorId) ?? { authorId, copies: 0, votes: 0, used: 0, edits: 0 }
    for (const name of authorCountNames) sum[name] += change[name] ?? 0
    byAuthor.set(authorId, sum)
  }
  const changed = [...byAuthor.values()].filter((sum) => authorCountNames.some((name) => sum[name] !== 0))
  if (changed.length === 0) return
  const changeRows = sql`jsonb_to_recordset(${JSON.stringify(changed)})
    as s("authorId" uuid, copies integer, votes integer, used integer, edits integer)`
  await sql`
    insert into author_totals as t (user_id, copies, votes, used, edits)
    select "authorId", copies, votes, used, edits from ${changeRows} order by "authorId"
    on conflict (user_id) do update set copies = t.copies + excluded.copies, votes = t.votes + excluded.votes,
      used = t.used + excluded.used, edits = t.edits + excluded.edits`.execute(tx)
  await sql`
    insert into author_days as d (user_id, day, copies, votes, used, edits)
    select "authorId", ${utcDay(now)}::date, copies, votes, used, edits from ${changeRows} order by "authorId"
    on conflict (user_id, day) do update set copies = d.copies + excluded.copies, votes = d.votes + excluded.votes,
      used = d.used + excluded.used, edits = d.edits + excluded.edits`.execute(tx)
}

/**
 * Takes back what accepted edits counted for their proposers, before the prompts that they were made to are deleted for
 * good. The account that keeps the work of deleted accounts has no edits.
 */
export async function forgetEdits(tx: Tx, promptIds: string[], now: Date): Promise<void> {
  const { rows } = await sql<{ authorId: string; edits: number }>`
    select user_id as "authorId", -count(*) as edits from prompt_version_credits
    where prompt_id = any(${promptIds}) and user_id <> ${deletedAccountId} group by user_id`.execute(tx)
  await addToAuthorCounts(tx, rows, now)
}
