import { sql } from 'kysely'
import { recordTestedVendors, type TestedVendors } from '#features/catalogue/server/stored/store-card-facts.ts'
import type { AiVendor } from '#features/models/rules.ts'
import { wilsonInterval } from '#lib/wilson.ts'
import type { Tx } from '#platform/database/db.ts'
import { worksBestVotesMin } from '../rules.ts'
import { isRateable } from './rateable-answers.ts'

/**
 * Recomputes which vendors gave complete answers in a prompt's published comparisons, and which one the prompt works
 * best with: the one whose share of wins over other vendors in counted votes has the highest lower bound (Wilson,
 * 95 %), if that is above 0.5. There is none with fewer than 5 votes for one vendor's answer over another's.
 */
export async function recomputeTestedVendors(tx: Tx, promptId: string): Promise<void> {
  await recordTestedVendors(tx, promptId, () => findTestedVendors(tx, promptId))
}

async function findTestedVendors(tx: Tx, promptId: string): Promise<TestedVendors> {
  const { rows: tested } = await sql<{ vendor: AiVendor }>`
    select distinct a.vendor from comparisons c
    join comparison_answers a on a.user_id = c.user_id and a.comparison_id = c.id
    where c.prompt_id = ${promptId} and c.published_at is not null and ${isRateable} order by 1`.execute(tx)
  const { rows: votes } = await sql<{ winner: AiVendor; losers: AiVendor[] }>`
    select w.vendor as winner, array_agg(a.vendor) as losers from comparisons c
    join comparison_votes v on v.comparison_id = c.id and v.counts
    join comparison_answers w on w.user_id = c.user_id and w.comparison_id = c.id and w.model = v.outcome
    join comparison_answers a on a.user_id = c.user_id and a.comparison_id = c.id and a.vendor <> w.vendor
      and (v.shown is null or a.model = any(v.shown))
    where c.prompt_id = ${promptId} and c.published_at is not null and ${isRateable} and w.vendor <> 'built-in'
    group by v.user_id, v.comparison_id, w.vendor`.execute(tx)
  return {
    testedWith: tested.map(({ vendor }) => vendor),
    worksBestWith: votes.length < worksBestVotesMin ? null : findPreferredVendor(votes),
  }
}

function findPreferredVendor(votes: { winner: AiVendor; losers: AiVendor[] }[]): AiVendor | null {
  const candidates = [...new Set(votes.map(({ winner }) => winner))].flatMap((vendor) => {
    const won = votes.reduce((sum, { winner, losers }) => sum + (winner === vendor ? losers.length : 0), 0)
    const lost = votes.reduce((sum, { losers }) => sum + losers.filter((loser) => loser === vendor).length, 0)
    const low = wilsonInterval(won, lost)?.low ?? 0
    return low > 0.5 ? [{ vendor, low }] : []
  })
  return candidates.sort((a, b) => b.low - a.low)[0]?.vendor ?? null
}
