import { sql } from 'kysely'
import { heatOf, voteHeat } from '#features/catalogue/heat-rules.ts'
import { type PromptTally, storeTallies } from '#features/catalogue/server/store-tallies.ts'
import type { Tx } from '#server/platform/db.ts'

type Counted = { promptId: string; up: number; down: number; weight: number }

/**
 * Recounts the votes on these prompts and stores tally, rating and heat in the catalogue. The prompts must be locked.
 * Nothing is incremented, so nothing can drift. Returns the tallies.
 */
export async function countVotes(tx: Tx, promptIds: string[], now: Date): Promise<PromptTally[]> {
  if (promptIds.length === 0) return []
  const { rows } = await sql<Counted>`
    select p.id as "promptId", count(v.value) filter (where v.value = 1) as up,
      count(v.value) filter (where v.value = -1) as down,
      coalesce(sum(v.value * exp(greatest(-700, heat_at(v.voted_at) - heat_at(${now})))), 0)::double precision as weight
    from unnest(${promptIds}::uuid[]) as p(id)
    left join votes v on v.prompt_id = p.id and v.held_until is null
    group by p.id`.execute(tx)
  const tallies = rows.map(({ weight, ...tally }) => ({ ...tally, heat: heatOf(voteHeat * weight, now) }))
  await storeTallies(tx, tallies, now)
  return tallies
}
