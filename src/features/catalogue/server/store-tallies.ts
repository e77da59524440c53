import { sql } from 'kysely'
import { wilsonInterval } from '#lib/wilson.ts'
import type { Tx } from '#server/platform/db.ts'
import { addToAuthorNumbers } from './author-numbers.ts'
import { authorsOf } from './prompt-authors.ts'
import { isCounted } from './prompt-visibility.ts'

/** The votes on a prompt: up, down, and their heat (heat-rules.ts; null for none). */
export type PromptTally = { promptId: string; up: number; down: number; heat: number | null }

/**
 * Stores the votes on prompts and the resulting ratings, and updates the totals of the authors of published ones. The
 * caller locked the prompts (`lockPrompts`) before it counted.
 */
export async function storeTallies(tx: Tx, tallies: PromptTally[], now: Date): Promise<void> {
  if (tallies.length === 0) return
  const ratedTallies = tallies.map((tally) => ({ ...tally, rating: wilsonInterval(tally.up, tally.down)?.low ?? 0 }))
  const { rows } = await sql<{ authorIds: string[]; moved: number }>`
    with tally as (
      select * from jsonb_to_recordset(${JSON.stringify(ratedTallies)})
        as s("promptId" uuid, up integer, down integer, rating double precision, heat double precision)
    ), before as (
      select p.id, p.votes_up - p.votes_down as net from prompts p join tally on tally."promptId" = p.id
    )
    update prompts p set votes_up = s.up, votes_down = s.down, rating = s.rating, votes_heat = s.heat
    from tally s join before b on b.id = s."promptId" where p.id = s."promptId"
    returning ${authorsOf} as author_ids, case when ${isCounted} then s.up - s.down - b.net else 0 end as moved`.execute(
    tx,
  )
  await addToAuthorNumbers(
    tx,
    rows.flatMap(({ authorIds, moved }) => authorIds.map((authorId) => ({ authorId, votes: moved, copies: 0 }))),
    now,
  )
}
