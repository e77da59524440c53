import { sql } from 'kysely'
import { lockTallies } from '#features/catalogue/server/vote-tallies.ts'
import { type Db, inTransaction } from '#server/platform/db.ts'

/**
 * How many due votes one transaction looks for. It locks the tallies of their prompts, then releases every due vote on
 * these prompts, which may be more.
 */
const votesPerTransaction = 500

/**
 * Releases held votes of accounts that are old enough by now, so that they count. Several processes may do so
 * concurrently. Returns how many due votes it found, at most `votesPerTransaction`. Callers repeat it until that is 0.
 */
export async function releaseMatureVotes(db: Db, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows: due } = await sql<{ userId: string; promptId: string }>`
      select user_id, prompt_id from votes where held_until <= ${now} order by prompt_id limit ${votesPerTransaction}`.execute(
      tx,
    )
    const ids = [...new Set(due.map((vote) => vote.promptId))]
    await lockTallies(tx, ids)
    // Votes that another process has released, or that a ban holds now, are no longer due.
    await sql`update votes set held_until = null, effective_at = coalesce(effective_at, ${now})
      where held_until <= ${now} and prompt_id = any(${ids})`.execute(tx)
    return due.length
  })
}
