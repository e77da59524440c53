import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'

/** Erases all of a person's credits, for an account that is deleted: a ledger goes whole or not at all. */
export async function eraseCredits(tx: Tx, userId: string): Promise<void> {
  await sql`delete from credit_accounts where user_id = ${userId}`.execute(tx)
  await sql`delete from credit_ledger where user_id = ${userId}`.execute(tx)
  await sql`delete from credit_lots where user_id = ${userId}`.execute(tx)
  await sql`delete from credit_holds where user_id = ${userId}`.execute(tx)
}
