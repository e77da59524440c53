import { sql } from 'kysely'
import { authorsOf } from '#features/catalogue/server/author-counts.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { type Batcher, createBatcher } from '#platform/batcher.ts'
import { type Db, inTransaction, isLockTimeout, type Tx } from '#platform/db.ts'
import { preparedOnce } from '#platform/prepared-statements.ts'
import type { VoteResult } from '../contract.ts'
import { type Vote, voteResult } from './cast-vote.ts'
import { type HeldUntil, heldUntilFor, type Maturity } from './held-until.ts'

/** A vote up or down. `promptId` must be an id, not a slug. */
export type BatchedVote = Vote & { userId: string; value: 1 | -1 }

/** The maximum number of votes that one statement stores. */
const batchMax = 200
/** How long a batch waits for a locked tally, in ms. Batches of other processes hold their locks for less time. */
const tallyWaitMs = 250

/**
 * Returns a function that casts concurrent votes in one statement, at most one per member. Its result is null for votes
 * that `castVote` has to check or wait for: votes on unpublished prompts, votes on prompts that belong or are credited
 * to the member, and votes whose account, prompt or tally another transaction has locked.
 */
export function createVoteBatcher(db: Db, maturity: () => Maturity): Batcher<BatchedVote, VoteResult> {
  const cast = (votes: BatchedVote[], lockedTally: LockedTally) =>
    inTransaction(db, (tx) => castVotes(tx, votes, maturity(), lockedTally))
  return createBatcher({
    keyOf: ({ userId }) => userId,
    run: (votes) =>
      cast(votes, 'wait').catch((error) => {
        if (!isLockTimeout(error)) throw error
        return cast(votes, 'leave out')
      }),
    max: batchMax,
  })
}

/** What to do with votes on a prompt whose tally another transaction has locked. */
type LockedTally = 'wait' | 'leave out'

async function castVotes(
  tx: Tx,
  votes: BatchedVote[],
  maturity: Maturity,
  lockedTally: LockedTally,
): Promise<Map<string, VoteResult>> {
  const userIds = votes.map(({ userId }) => userId)
  const promptIds = votes.map(({ promptId }) => promptId)
  const skip = lockedTally === 'wait' ? sql`` : sql`skip locked`
  await sql`set local lock_timeout = ${sql.raw(String(tallyWaitMs))}`.execute(tx)
  const { rows } = await sql<{ userId: string }>`${preparedOnce}
    with casting as (
      select * from unnest(${userIds}::uuid[], ${promptIds}::uuid[], ${votes.map(({ value }) => value)}::smallint[])
        as casting (user_id, prompt_id, value)
    ), voter as (
      select u.id, ${heldUntilFor(maturity)} as held_until from users u where u.id = any(${userIds}::uuid[])
      for no key update skip locked
    ), allowed as (
      select casting.*, voter.held_until from casting join voter on voter.id = casting.user_id
      join prompts p on p.id = casting.prompt_id
      where ${isPublished} and casting.user_id <> p.user_id and casting.user_id <> all(${authorsOf})
      order by casting.prompt_id, casting.user_id for key share of p skip locked
    ), tally as (
      select prompt_id from vote_tallies where prompt_id in (select prompt_id from allowed)
      order by prompt_id for update ${skip}
    ), accepted as (
      select * from allowed where prompt_id in (select prompt_id from tally)
        or prompt_id not in (select prompt_id from vote_tallies where prompt_id in (select prompt_id from allowed))
    ), stored as (
      insert into votes (user_id, prompt_id, value, voted_at, held_until)
      select user_id, prompt_id, value, ${maturity.now}::timestamptz, held_until from accepted
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

/** Returns the results by user id. Triggers have already updated the tallies. */
async function readResults(tx: Tx, votes: BatchedVote[]): Promise<Map<string, VoteResult>> {
  const { rows } = await sql<
    Pick<BatchedVote, 'userId' | 'promptId'> & { heldUntil: HeldUntil; up: number; down: number }
  >`
    ${preparedOnce}
    select v.user_id, v.prompt_id, v.held_until, coalesce(t.up, 0) as up, coalesce(t.down, 0) as down
    from unnest(${votes.map(({ userId }) => userId)}::uuid[], ${votes.map(({ promptId }) => promptId)}::uuid[])
      as casting (user_id, prompt_id)
    join votes v using (user_id, prompt_id) left join vote_tallies t using (prompt_id)`.execute(tx)
  const values = new Map(votes.map(({ userId, value }) => [userId, value]))
  return new Map(
    rows.map(({ userId, promptId, heldUntil, up, down }) => [
      userId,
      voteResult({ promptId, value: values.get(userId) ?? 0 }, { up, down }, heldUntil),
    ]),
  )
}
