import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/** Removes a member from the weekly and monthly rankings, in the transaction that deletes the account. */
export async function removeFromPeriods(tx: Tx, userId: string): Promise<void> {
  await sql`delete from contributor_periods where user_id = ${userId}`.execute(tx)
}
