import { sql } from 'kysely'
import { type Db, inTransaction, isLockTimeout } from '#platform/database/db.ts'
import { type Batcher, createBatcher } from '#platform/work/batcher.ts'
import type { VoteResult } from '../contract.ts'
import { type CastVote, castVotes, type Waiting } from './cast-vote.ts'
import type { Maturity } from './held-until.ts'

/** A vote up or down. */
type BatchedVote = CastVote & { value: 1 | -1 }

/** The maximum number of votes that one statement stores. */
const batchMax = 200
/** How long a batch waits for a locked tally, in ms. Batches of other processes hold their locks for less time. */
const tallyWaitMs = 250

/**
 * Returns a function that casts concurrent votes in one statement, at most one per member. Its result is null for votes
 * that `castVote` has to refuse or wait for.
 */
export function createVoteBatcher(db: Db, maturity: () => Maturity): Batcher<BatchedVote, VoteResult> {
  const cast = (votes: BatchedVote[], waiting: Waiting) =>
    inTransaction(db, async (tx) => {
      await sql`set local lock_timeout = ${sql.raw(String(tallyWaitMs))}`.execute(tx)
      return castVotes(tx, votes, maturity(), waiting)
    })
  return createBatcher({
    keyOf: ({ userId }) => userId,
    run: (votes) =>
      cast(votes, { wait: 'for tallies' }).catch((error) => {
        if (!isLockTimeout(error)) throw error
        return cast(votes, { wait: 'for no lock' })
      }),
    max: batchMax,
  })
}
