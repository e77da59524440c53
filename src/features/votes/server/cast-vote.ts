import { sql } from 'kysely'
import { lockPublishedPromptOrThrow } from '#features/catalogue/server/lock-prompts.ts'
import { lockTallies, readTally, type Tally } from '#features/catalogue/server/vote-tallies.ts'
import { type Actor, notSignedIn, requireMember } from '#platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { VoteResult } from '../contract.ts'
import type { VoteValue } from '../rules.ts'
import { type HeldUntil, heldUntilFor, type Maturity } from './held-until.ts'

export type Vote = { promptId: string; value: VoteValue }

/**
 * Stores a member's vote on a published prompt (id or slug). A value of 0 withdraws it. A repeated call changes
 * nothing. Triggers update the prompt's tally (db/migrations/0041_vote_tallies.sql). Throws AppError
 * authentication_required, not_found, forbidden (the prompt belongs or is credited to the member).
 */
export function castVote(db: Db, actor: Actor, { promptId, value }: Vote, maturity: Maturity): Promise<VoteResult> {
  const member = requireMember(actor)
  return inTransaction(db, async (tx) => {
    const heldUntil = await lockVoterOrThrow(tx, member.id, maturity)
    const prompt = await lockPublishedPromptOrThrow(tx, promptId)
    if (prompt.userId === member.id || prompt.authorIds.includes(member.id))
      throw new AppError('forbidden', 'You can’t vote on your own prompt.')
    await lockTallies(tx, [prompt.id])
    const storedHeldUntil = await (value === 0
      ? withdrawVote(tx, member.id, prompt.id)
      : storeVote(tx, member.id, { promptId: prompt.id, value }, { heldUntil, now: maturity.now }))
    return voteResult({ promptId: prompt.id, value }, await readTally(tx, prompt.id), storedHeldUntil)
  })
}

/**
 * Returns the response to a vote. It has no `countsFrom` if the vote was withdrawn, counts already, or is held
 * indefinitely.
 */
export function voteResult(vote: Vote, votes: Tally, heldUntil: HeldUntil): VoteResult {
  return { ...vote, votes, ...(heldUntil instanceof Date && { countsFrom: heldUntil.toISOString() }) }
}

async function withdrawVote(tx: Tx, userId: string, promptId: string): Promise<null> {
  await sql`delete from votes where user_id = ${userId} and prompt_id = ${promptId}`.execute(tx)
  return null
}

/**
 * Locks the account before the prompt, as the deletion of an account does. A concurrent ban or deletion is either
 * visible here or applies to this vote too. Returns the time until which the account's votes are held. Throws
 * AppError authentication_required (the account no longer exists).
 */
async function lockVoterOrThrow(tx: Tx, userId: string, maturity: Maturity): Promise<HeldUntil> {
  const { rows } = await sql<{ heldUntil: HeldUntil }>`
    select ${heldUntilFor(maturity)} as held_until from users u where u.id = ${userId} for no key update`.execute(tx)
  if (!rows[0]) throw notSignedIn()
  return rows[0].heldUntil
}

/**
 * Stores the vote, and returns the time until which it is held. If the vote doesn't change, that time doesn't change
 * either.
 */
async function storeVote(
  tx: Tx,
  userId: string,
  { promptId, value }: Vote,
  { heldUntil, now }: { heldUntil: HeldUntil; now: Date },
): Promise<HeldUntil> {
  const { rows } = await sql<{ heldUntil: HeldUntil }>`
    with stored as (
      insert into votes (user_id, prompt_id, value, voted_at, held_until)
      values (${userId}, ${promptId}::uuid, ${value}::smallint, ${now}::timestamptz, ${heldUntil})
      on conflict (user_id, prompt_id) do update
        set value = excluded.value, voted_at = excluded.voted_at, held_until = excluded.held_until, effective_at = null
        where votes.value <> excluded.value
      returning held_until
    )
    select held_until from stored
    union all select held_until from votes where user_id = ${userId} and prompt_id = ${promptId} limit 1`.execute(tx)
  return rows[0]?.heldUntil ?? null
}
