import { sql } from 'kysely'
import { beforeCommit, type Tx } from '#server/platform/db.ts'

/** What days brought their authors is kept a little longer than the longest board looks back. */
const keptDays = 40

/** By how much the copies of a person's published prompts and the net votes on them changed. */
export type AuthorMove = { userId: string; copies: number; votes: number }

/** What transactions that are under way move. */
const movesIn = new WeakMap<Tx, AuthorMove[]>()

/**
 * Moves authors' totals, and what today brought them, by what changed on their prompts. These are the only numbers that
 * are moved and not recomputed: an author may have a hundred thousand prompts. All who write about an author share the
 * rows, so they are written right before the commit, in one order.
 */
export async function moveAuthorNumbers(tx: Tx, moves: AuthorMove[], now: Date): Promise<void> {
  const known = movesIn.get(tx)
  if (known) {
    known.push(...moves)
    return
  }
  const all = [...moves]
  movesIn.set(tx, all)
  beforeCommit(tx, () => writeAuthorNumbers(tx, all, now))
}

async function writeAuthorNumbers(tx: Tx, moves: AuthorMove[], now: Date): Promise<void> {
  const byAuthor = new Map<string, AuthorMove>()
  for (const { userId, copies, votes } of moves) {
    const sum = byAuthor.get(userId) ?? { userId, copies: 0, votes: 0 }
    byAuthor.set(userId, { userId, copies: sum.copies + copies, votes: sum.votes + votes })
  }
  const changed = [...byAuthor.values()].filter(({ copies, votes }) => copies !== 0 || votes !== 0)
  if (changed.length === 0) return
  const changeRows = sql`jsonb_to_recordset(${JSON.stringify(changed)}) as s("userId" uuid, copies integer, votes integer)`
  await sql`
    insert into author_totals (user_id, copies, votes) select "userId", copies, votes from ${changeRows} order by "userId"
    on conflict (user_id) do update
      set copies = author_totals.copies + excluded.copies, votes = author_totals.votes + excluded.votes`.execute(tx)
  await sql`
    insert into author_days (user_id, day, copies, votes)
    select "userId", ${now.toISOString().slice(0, 10)}::date, copies, votes from ${changeRows} order by "userId"
    on conflict (user_id, day) do update
      set copies = author_days.copies + excluded.copies, votes = author_days.votes + excluded.votes`.execute(tx)
}

/** Drops what days brought their authors that no board looks back to. */
export async function dropOldDays(tx: Tx, now: Date): Promise<void> {
  await sql`delete from author_days where day < ${now.toISOString().slice(0, 10)}::date - ${keptDays}::int`.execute(tx)
}
