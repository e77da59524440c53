import { sql } from 'kysely'
import { picks } from '#features/catalogue/rules.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { setPicks } from '#features/catalogue/server/set-picks.ts'
import { wilsonInterval } from '#lib/wilson.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'

/** A prompt with enough recent votes, and the numbers of its recent up and down votes. */
type Candidate = { id: string; categoryId: string; up: number; down: number }

/**
 * Updates the community picks: the best prompts of each category (see `bestOfEachCategory`) among those with at least 5
 * votes in the last 30 days. Returns how many prompts became picks or stopped being picks.
 */
export async function choosePicks(db: Db, now: Date): Promise<number> {
  const since = new Date(now.getTime() - picks.days * 86_400_000)
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<Candidate>`
      with recent as (
        select prompt_id, count(*) filter (where value = 1) as up, count(*) filter (where value = -1) as down
        from votes where held_until is null and voted_at > ${since} group by prompt_id having count(*) >= ${picks.votesMin}
      )
      select p.id, p.category_id, recent.up, recent.down
      from recent join prompts p on p.id = recent.prompt_id where ${isPublished}`.execute(tx)
    return setPicks(tx, bestOfEachCategory(rows))
  })
}

/**
 * Returns the ids of up to three prompts of each category: those with the highest Wilson lower bound among the prompts
 * with more up votes than down votes. In a tie, the prompt with more votes comes first, then the newer one.
 */
export function bestOfEachCategory(candidates: Candidate[]): string[] {
  const ranked = candidates
    .filter(({ up, down }) => up > down)
    .map((candidate) => ({ ...candidate, low: wilsonInterval(candidate.up, candidate.down)?.low ?? 0 }))
    .sort((a, b) => b.low - a.low || b.up + b.down - (a.up + a.down) || (a.id < b.id ? 1 : -1))
  return Object.values(Object.groupBy(ranked, ({ categoryId }) => categoryId)).flatMap((category = []) =>
    category.slice(0, picks.perCategory).map(({ id }) => id),
  )
}
