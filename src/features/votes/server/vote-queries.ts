import { sql } from 'kysely'
import { type NamedPrompt, promptNameFor } from '#features/catalogue/server/prompt-visibility.ts'
import type { Drift } from '#features/catalogue/server/stored/recount-queries.ts'
import type { Db } from '#platform/database/db.ts'
import { isId } from '#platform/ids.ts'

/** Returns a member's votes on these prompts, by prompt id. */
export async function readOwnVotes(db: Db, userId: string, promptIds: string[]): Promise<Record<string, 1 | -1>> {
  const { rows } = await sql<{ id: string; value: 1 | -1 }>`
    select prompt_id as id, value from votes
    where user_id = ${userId} and prompt_id = any(${promptIds.filter(isId)})`.execute(db)
  return Object.fromEntries(rows.map(({ id, value }) => [id, value]))
}

export type ExportedVote = { prompt: NamedPrompt; value: 1 | -1; votedAt: string }

/** Returns all votes of a member for their data export. */
export async function exportVotes(db: Db, userId: string): Promise<ExportedVote[]> {
  const { rows } = await sql<{ prompt: NamedPrompt; value: 1 | -1; votedAt: Date }>`
    select ${promptNameFor(userId)} as prompt, v.value, v.voted_at from votes v join prompts p on p.id = v.prompt_id
    where v.user_id = ${userId} order by v.voted_at, p.id`.execute(db)
  return rows.map(({ votedAt, ...vote }) => ({ ...vote, votedAt: votedAt.toISOString() }))
}

/** The maximum number of differences that are reported. */
const driftsMax = 5

/**
 * Finds tallies that differ from a recount of the votes that count, and prompts whose listed numbers differ from their
 * tally, unless a job has yet to update them (`changed`). A tally's weight, used for trending, may differ by a billionth
 * of the weight of a vote cast today, because another machine may round powers differently.
 */
export async function findVoteDrifts(db: Db): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    with counted as (
      select prompt_id, count(*) filter (where value = 1) as up, count(*) filter (where value = -1) as down,
        sum(value * vote_weight(voted_at)) as weight
      from votes where held_until is null group by prompt_id
    )
    select concat_ws(' ', number.name, 'on', p.slug) as what, number.stored, number.counted
    from prompts p left join counted c on c.prompt_id = p.id left join vote_tallies t on t.prompt_id = p.id, lateral (values
      ('up votes', coalesce(t.up, 0), coalesce(c.up, 0), 0),
      ('down votes', coalesce(t.down, 0), coalesce(c.down, 0), 0),
      ('weight of votes', coalesce(t.weight, 0), coalesce(c.weight, 0), vote_weight(now()) / 1e9),
      ('listed up votes', p.votes_up, case when t.changed then p.votes_up else coalesce(t.up, 0) end, 0),
      ('listed down votes', p.votes_down, case when t.changed then p.votes_down else coalesce(t.down, 0) end, 0)
    ) as number(name, stored, counted, tolerance)
    where abs(number.stored - number.counted) > number.tolerance order by 1 limit ${sql.lit(driftsMax)}`.execute(db)
  return rows
}
