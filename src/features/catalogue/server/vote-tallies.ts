import { sql } from 'kysely'
import { wilsonInterval } from '#lib/wilson.ts'
import { beforeCommit, type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { lowestId } from '#platform/ids.ts'
import { handleEach } from '#platform/work/handle-each.ts'
import { trendingVoteWeight } from '../trending-rules.ts'
import { addToAuthorCounts, authorsOf } from './author-counts.ts'
import { isCounted } from './prompt-visibility.ts'

/** How many prompts a transaction changes. Each of them stays locked until the transaction ends. */
const batchPrompts = 50

/** A vote at this time weighs 1 in `vote_tallies.weight` (`vote_weight` in db/migrations/0041_vote_tallies.sql). */
const weightOrigin = '2026-01-01 00:00:00+00'

/** `weight` is text, because a JavaScript number can't hold all its digits. */
type ChangedTally = { promptId: string; up: number; down: number; weight: string }

/**
 * Applies changed tallies of votes to the values that lists are ordered by: ratings and trending scores of prompts, and
 * their authors' totals. Several processes may run it concurrently, and repeating it changes nothing. Returns how many
 * prompts it updated.
 */
export async function applyTallies(db: Db, now: Date): Promise<number> {
  let updatedCount = 0
  await handleEach({
    read: async (last: string = lowestId) => {
      const { rows } = await sql<{ id: string }>`
        select prompt_id as id from vote_tallies where changed and prompt_id > ${last}
        order by prompt_id limit ${batchPrompts}`.execute(db)
      return rows.map(({ id }) => id)
    },
    handle: async (ids) => {
      updatedCount += await applyTo(db, ids, now)
    },
    idOf: (id) => id,
  })
  return updatedCount
}

function applyTo(db: Db, ids: string[], now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    const tallies = await readChangedTallies(tx, ids)
    if (tallies.length === 0) return 0
    await storeTallies(tx, tallies, now)
    // The tallies are locked last, so that concurrent votes wait only for the commit.
    beforeCommit(tx, () => markApplied(tx, tallies))
    return tallies.length
  })
}

/**
 * Locks the prompts before it reads their tallies, so that the last run stores the latest numbers. Skips prompts that
 * are already locked.
 */
async function readChangedTallies(tx: Tx, ids: string[]): Promise<ChangedTally[]> {
  const { rows: locked } = await sql<{ id: string }>`
    select p.id from prompts p
    where p.id in (select prompt_id from vote_tallies where changed and prompt_id = any(${ids}))
    order by p.id for no key update skip locked`.execute(tx)
  if (locked.length === 0) return []
  const { rows } = await sql<ChangedTally>`
    select prompt_id as "promptId", up, down, weight::text from vote_tallies
    where prompt_id = any(${locked.map(({ id }) => id)})`.execute(tx)
  return rows
}

/**
 * Stores votes, ratings and trending scores (in SQL: heat) of prompts, and adds the changes in net votes to their
 * authors' totals. A negative heat is the heat of what the votes subtract.
 */
async function storeTallies(tx: Tx, tallies: ChangedTally[], now: Date): Promise<void> {
  const ratedTallies = tallies.map((tally) => ({ ...tally, rating: wilsonInterval(tally.up, tally.down)?.low ?? 0 }))
  const { rows } = await sql<{ authorIds: string[]; voteChange: number }>`
    with tally as (
      select * from jsonb_to_recordset(${JSON.stringify(ratedTallies)})
        as s("promptId" uuid, up integer, down integer, weight numeric, rating double precision)
    ), before as (
      select p.id, p.votes_up - p.votes_down as net from prompts p join tally on tally."promptId" = p.id
    )
    update prompts p set votes_up = s.up, votes_down = s.down, rating = s.rating, votes_heat = case when s.weight <> 0 then
        sign(s.weight)::double precision
        * (ln(abs(s.weight) * ${trendingVoteWeight}::integer)::double precision + heat_at(${weightOrigin}::timestamptz)) end
    from tally s join before b on b.id = s."promptId" where p.id = s."promptId"
    returning ${authorsOf} as author_ids, case when ${isCounted} then s.up - s.down - b.net else 0 end as vote_change`.execute(
    tx,
  )
  await addToAuthorCounts(
    tx,
    rows.flatMap(({ authorIds, voteChange }) => authorIds.map((authorId) => ({ authorId, votes: voteChange }))),
    now,
  )
}

/** Marks tallies as applied. A tally that changed after it was read stays marked as changed, for the next run. */
async function markApplied(tx: Tx, tallies: ChangedTally[]): Promise<void> {
  await sql`
    with applied as (
      select t.prompt_id from vote_tallies t
      join jsonb_to_recordset(${JSON.stringify(tallies)}) as s("promptId" uuid, up integer, down integer, weight numeric)
        on (t.prompt_id, t.up, t.down, t.weight) = (s."promptId", s.up, s.down, s.weight)
      order by t.prompt_id for update of t
    )
    update vote_tallies t set changed = false from applied where t.prompt_id = applied.prompt_id`.execute(tx)
}

/** Locks tallies before their votes change, in a fixed order, which prevents deadlocks. */
export async function lockTallies(tx: Tx, promptIds: string[]): Promise<void> {
  await sql`
    select from vote_tallies where prompt_id = any(${promptIds}) order by prompt_id for update`.execute(tx)
}
