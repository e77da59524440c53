import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/** Deletes a user's credits and ledger when their account is deleted. A ledger can only be deleted as a whole. */
export async function eraseCredits(tx: Tx, userId: string): Promise<void> {
  await sql`delete from credit_accounts where user_id = ${userId}`.execute(tx)
  await sql`delete from credit_ledger where user_id = ${userId}`.execute(tx)
  await sql`delete from credit_lots where user_id = ${userId}`.execute(tx)
  await sql`delete from credit_holds where user_id = ${userId}`.execute(tx)
}
