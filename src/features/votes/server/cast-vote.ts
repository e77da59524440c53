import { sql } from 'kysely'
import { authorsOf } from '#features/catalogue/server/author-counts.ts'
import { lockLivePromptOrThrow } from '#features/catalogue/server/lock-prompts.ts'
import { isLiveForEach } from '#features/catalogue/server/prompt-visibility.ts'
import { t } from '#lib/texts.ts'
import { type Actor, notSignedIn, requireMember } from '#platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { preparedOnce } from '#platform/database/prepared-statements.ts'
import { AppError } from '#platform/errors.ts'
import type { VoteResult } from '../contract.ts'
import type { VoteValue } from '../rules.ts'
import { type HeldUntil, heldUntilFor, type Maturity } from './held-until.ts'

export type Vote = { promptId: string; value: VoteValue }

/** A member's vote. `promptId` must be an id, not a slug. */
export type CastVote = Vote & { userId: string }

/**
 * Stores a member's vote on a prompt (id or slug) that is live for them. A value of 0 withdraws it. A repeated call changes
 * nothing. Triggers update the prompt's tally (db/migrations/0041_vote_tallies.sql). Throws AppError
 * authentication_required, not_found, forbidden (the prompt belongs or is credited to the member).
 */
export function castVote(db: Db, actor: Actor, { promptId, value }: Vote, maturity: Maturity): Promise<VoteResult> {
  const member = requireMember(actor)
  const { id: userId } = member
  return inTransaction(db, async (tx) => {
    await lockVoterOrThrow(tx, userId)
    const prompt = await lockLivePromptOrThrow(tx, member, promptId)
    const results = await castVotes(tx, [{ userId, promptId: prompt.id, value }], maturity, { wait: 'for all locks' })
    const result = results.get(userId)
    if (!result) throw new AppError('forbidden', t('You can’t vote on your own prompt.'))
    return result
  })
}

/**
 * Locks the account before the prompt, as the deletion of an account does. A concurrent ban or deletion is either
 * visible here or applies to this vote too. Throws AppError authentication_required (the account no longer exists).
 */
async function lockVoterOrThrow(tx: Tx, userId: string): Promise<void> {
  const { rows } = await sql`select from users where id = ${userId} for no key update`.execute(tx)
  if (!rows[0]) throw notSignedIn()
}

/** The locks of other transactions that a vote waits for. It is left out instead of waiting for another lock. */
export type Waiting = { wait: 'for all locks' | 'for tallies' | 'for no lock' }

/**
 * Stores votes, at most one per member, and returns the results by user id. Leaves out votes on prompts that aren't live for the member, on
 * prompts that belong or are credited to the member, and those that would wait for other locks than `wait` allows. To
 * withdraw a vote, the caller must have locked the account in an earlier statement, which finds the vote.
 */
export async function castVotes(
  tx: Tx,
  votes: CastVote[],
  maturity: Maturity,
  { wait }: Waiting,
): Promise<Map<string, VoteResult>> {
  const userIds = votes.map(({ userId }) => userId)
  const promptIds = votes.map(({ promptId }) => promptId)
  const skip = wait === 'for all locks' ? sql`` : sql`skip locked`
  const skipTally = wait === 'for no lock' ? sql`skip locked` : sql``
  const { rows } = await sql<{ userId: string }>`${preparedOnce}
    with casting as (
      select * from unnest(${userIds}::uuid[], ${promptIds}::uuid[], ${votes.map(({ value }) => value)}::smallint[])
        as casting (user_id, prompt_id, value)
    ), voter as (
      select u.id, ${heldUntilFor(maturity)} as held_until from users u where u.id = any(${userIds}::uuid[])
      for no key update ${skip}
    ), allowed as (
      select casting.*, voter.held_until from casting join voter on voter.id = casting.user_id
      join prompts p on p.id = casting.prompt_id
      where ${isLiveForEach(sql`casting.user_id`)} and casting.user_id <> p.user_id and casting.user_id <> all(${authorsOf})
      order by casting.prompt_id, casting.user_id for key share of p ${skip}
    ), tally as (
      select prompt_id from vote_tallies where prompt_id in (select prompt_id from allowed)
      order by prompt_id for update ${skipTally}
    ), accepted as (
      select * from allowed where prompt_id in (select prompt_id from tally)
        or prompt_id not in (select prompt_id from vote_tallies where prompt_id in (select prompt_id from allowed))
    ), withdrawn as (
      delete from votes v using accepted a where a.value = 0 and v.user_id = a.user_id and v.prompt_id = a.prompt_id
    ), stored as (
      insert into votes (user_id, prompt_id, value, voted_at, held_until)
      select user_id, prompt_id, value, ${maturity.now}::timestamptz, held_until from accepted where value <> 0
      on conflict (user_id, prompt_id) do update
        set value = excluded.value, voted_at = excluded.voted_at, held_until = excluded.held_until, effective_at = null
        where votes.value <> excluded.value
    )
    select user_id from accepted`.execute(tx)
  const accepted = new Set(rows.map(({ userId }) => userId))
  return readResults(
    tx,
    votes.filter(({ userId }) => accepted.has(userId)),
  )
}

/**
 * Returns the results by user id. Triggers have already updated the tallies. A result has no `countsFrom` if the vote
 * was withdrawn, counts already, or is held indefinitely.
 */
async function readResults(tx: Tx, votes: CastVote[]): Promise<Map<string, VoteResult>> {
  const { rows } = await sql<
    Pick<CastVote, 'userId' | 'promptId'> & { heldUntil: HeldUntil; up: number; down: number }
  >`
    ${preparedOnce}
    select casting.user_id, casting.prompt_id, v.held_until, coalesce(t.up, 0) as up, coalesce(t.down, 0) as down
    from unnest(${votes.map(({ userId }) => userId)}::uuid[], ${votes.map(({ promptId }) => promptId)}::uuid[])
      as casting (user_id, prompt_id)
    left join votes v using (user_id, prompt_id) left join vote_tallies t using (prompt_id)`.execute(tx)
  const values = new Map(votes.map(({ userId, value }) => [userId, value]))
  return new Map(
    rows.map(({ userId, promptId, heldUntil, up, down }) => {
      const countsFrom = heldUntil instanceof Date && { countsFrom: heldUntil.toISOString() }
      return [userId, { promptId, value: values.get(userId) ?? 0, votes: { up, down }, ...countsFrom }]
    }),
  )
}
