import { sql } from 'kysely'
import { lockUser } from '#features/accounts/server/lock-user.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import type { Jobs } from '#platform/work/jobs.ts'
import { isAttentive } from '../round-rules.ts'
import { recomputeTestedVendors } from './recompute-tested-vendors.ts'
import { readAttention } from './round-queries.ts'

export const recountJob = 'recount-round-votes'
/** How many votes one transaction updates. It also recomputes the tested vendors of these votes' prompts. */
const batchRows = 25

/**
 * Declares the job that updates whether a member's votes in blind rounds count. It runs when an attention check changes
 * that.
 */
export function handleRecounts({ db, jobs }: { db: Db; jobs: Jobs }): void {
  jobs.handle(recountJob, async (data) => {
    const { userId } = data as { userId: string }
    while (await recountSome(db, userId));
  })
}

/**
 * Updates in one short transaction whether some of a member's votes in rounds count, which depends on the member's
 * results in attention checks so far. Returns whether more votes may need updating.
 */
async function recountSome(db: Db, userId: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await lockUser(tx, userId)
    const counts = isAttentive(await readAttention(tx, userId))
    const { rows } = await sql<{ promptId: string | null }>`
      update comparison_votes v set counts = ${counts} from comparisons c
      where c.id = v.comparison_id and v.user_id = ${userId} and v.comparison_id in (
        select comparison_id from comparison_votes
        where user_id = ${userId} and shown is not null and counts <> ${counts} limit ${batchRows})
      returning c.prompt_id`.execute(tx)
    const prompts = new Set(rows.flatMap(({ promptId }) => promptId ?? []))
    for (const promptId of [...prompts].sort()) await recomputeTestedVendors(tx, promptId)
    return rows.length === batchRows
  })
}
