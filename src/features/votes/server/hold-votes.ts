import { sql } from 'kysely'
import { lockPrompts } from '#features/catalogue/server/lock-prompts.ts'
import { type Db, inTransaction, type Tx } from '#server/platform/db.ts'
import { countVotes } from './count-votes.ts'
import { heldUntil, type Maturity } from './held-until.ts'

/** Votes that are changed by one statement: each writes what its prompt's votes come to now. */
const votesAtOnce = 200

/**
 * Follows a ban or its end: votes of who is banned stay, but count nowhere; those of who is banned no more count again,
 * of an account that is still too young when it is old enough. Call it until it answers false: nothing is left to do.
 */
export function settleSomeVotesOf(db: Db, userId: string, rules: Maturity): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // Held first, as by who votes: nobody bans or lets in meanwhile.
    await sql`select from users where id = ${userId} for share`.execute(tx)
    const due = sql`
      from users u where v.user_id = u.id and u.id = ${userId}
        and case when u.banned then v.held_until is distinct from 'infinity' else v.held_until = 'infinity' end`
    const { rows } = await sql<{ id: string }>`
      select v.prompt_id as id from votes v where exists (select ${due}) order by 1 limit ${votesAtOnce}`.execute(tx)
    const change = (ids: string[]) =>
      sql`update votes v set held_until = ${heldUntil(rules)} ${due} and v.prompt_id = any(${ids})`
    return changeVotes(tx, rows, rules.now, change)
  })
}

/** Forgets some votes of a member and counts afresh what they were counted in. Answers whether there may be more. */
export async function forgetSomeVotesOf(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select prompt_id as id from votes where user_id = ${userId} order by 1 limit ${votesAtOnce}`.execute(tx)
  return changeVotes(
    tx,
    rows,
    now,
    (ids) => sql`delete from votes where user_id = ${userId} and prompt_id = any(${ids})`,
  )
}

/** A member leaves: all votes go. */
export async function forgetVotesOf(tx: Tx, userId: string, now: Date): Promise<void> {
  while (await forgetSomeVotesOf(tx, userId, now));
}

type Change = (promptIds: string[]) => ReturnType<typeof sql>

async function changeVotes(tx: Tx, rows: { id: string }[], now: Date, change: Change): Promise<boolean> {
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return false
  await lockPrompts(tx, ids)
  await change(ids).execute(tx)
  await countVotes(tx, ids, now)
  return ids.length === votesAtOnce
}
