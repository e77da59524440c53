import { sql } from 'kysely'
import { lockTallies } from '#features/catalogue/server/vote-tallies.ts'
import { closedUntil } from '#features/prompt-statistics/server/close-days.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { heldUntilFor, type Maturity } from './held-until.ts'

/** The maximum number of votes that are changed at once. The tallies of their prompts are locked meanwhile. */
const votesPerStep = 200

/**
 * Applies a ban, or its end, to some of a user's votes. Votes of a banned user stay stored, but don't count. After the
 * ban, they count again as soon as the account is old enough. Returns whether there may be more votes to change.
 */
export function applyBanToSomeVotes(db: Db, userId: string, maturity: Maturity): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // Locks the account first, as voting does, so that the ban can't change until the transaction ends.
    await sql`select from users where id = ${userId} for share`.execute(tx)
    const due = sql`
      from users u where v.user_id = u.id and u.id = ${userId}
        and case when u.banned then v.held_until is distinct from 'infinity' else v.held_until = 'infinity' end`
    const { rows } = await sql<{ id: string }>`
      select v.prompt_id as id from votes v where exists (select ${due}) order by 1 limit ${votesPerStep}`.execute(tx)
    // A vote that a closed day has counted keeps that day, so that it isn't counted again after its release.
    const heldUntil = heldUntilFor(maturity)
    const change = (ids: string[]) => sql`
      update votes v set held_until = ${heldUntil}, effective_at = case
        when ${heldUntil} is null then coalesce(v.effective_at, ${maturity.now})
        when v.held_until is not null then v.effective_at
        when (coalesce(v.effective_at, v.voted_at) at time zone 'utc')::date <= ${closedUntil}
          then coalesce(v.effective_at, v.voted_at) end
      ${due} and v.prompt_id = any(${ids})`
    return changeVotes(tx, rows, change)
  })
}

/** Deletes some of a user's votes, and returns whether there may be more. */
export async function deleteSomeVotesOf(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select prompt_id as id from votes where user_id = ${userId} order by 1 limit ${votesPerStep}`.execute(tx)
  return changeVotes(tx, rows, (ids) => sql`delete from votes where user_id = ${userId} and prompt_id = any(${ids})`)
}

/** Deletes all votes of a user whose account is being deleted. */
export async function deleteVotesOf(tx: Tx, userId: string): Promise<void> {
  while (await deleteSomeVotesOf(tx, userId));
}

/** Returns SQL that changes a user's votes on these prompts. */
type Change = (promptIds: string[]) => ReturnType<typeof sql>

/** Locks the tallies of the prompts in `rows`, then changes votes on them. Returns whether there may be more votes. */
async function changeVotes(tx: Tx, rows: { id: string }[], change: Change): Promise<boolean> {
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return false
  await lockTallies(tx, ids)
  await change(ids).execute(tx)
  return ids.length === votesPerStep
}
