import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'

/** The counted votes on a prompt. */
export type Tally = { up: number; down: number }

/** The tally of a prompt (id). It is exact in the transaction that changed votes, too. */
export async function readTally(tx: Tx, promptId: string): Promise<Tally> {
  const { rows } = await sql<Tally>`select up, down from vote_tallies where prompt_id = ${promptId}`.execute(tx)
  return rows[0] ?? { up: 0, down: 0 }
}

/** Locks tallies before their votes change, always in the same order, which prevents deadlocks. */
export async function lockTallies(tx: Tx, promptIds: string[]): Promise<void> {
  await sql`
    select from vote_tallies where prompt_id = any(${promptIds}) order by prompt_id for update`.execute(tx)
}
