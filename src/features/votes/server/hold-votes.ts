import { sql } from 'kysely'
import { lockPrompts } from '#features/catalogue/server/lock-prompts.ts'
import type { Tx } from '#server/platform/db.ts'
import { countVotes } from './count-votes.ts'
import { heldUntil, type Maturity } from './held-until.ts'

/** A ban, in the transaction that has set it: the votes stay, but count nowhere until `releaseVotesOf`. */
export async function holdVotesOf(tx: Tx, userId: string, now: Date): Promise<void> {
  await changeVotesOf(tx, userId, now, sql`update votes set held_until = 'infinity' where user_id = ${userId}`)
}

/** The end of a ban: the votes count again, those of an account that is still too young when it is old enough. */
export async function releaseVotesOf(tx: Tx, userId: string, rules: Maturity): Promise<void> {
  await changeVotesOf(
    tx,
    userId,
    rules.now,
    sql`update votes v set held_until = ${heldUntil(rules)} from users u where u.id = v.user_id and v.user_id = ${userId}`,
  )
}

/** A member leaves: the votes go, and what they were counted in is counted afresh. */
export async function forgetVotesOf(tx: Tx, userId: string, now: Date): Promise<void> {
  await changeVotesOf(tx, userId, now, sql`delete from votes where user_id = ${userId}`)
}

async function changeVotesOf(tx: Tx, userId: string, now: Date, change: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await sql<{ id: string }>`select prompt_id as id from votes where user_id = ${userId}`.execute(tx)
  const ids = rows.map((row) => row.id)
  await lockPrompts(tx, ids)
  await change.execute(tx)
  await countVotes(tx, ids, now)
}
