import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/**
 * Makes an account due for an update. Call it when a user's plan ends early, because until then the account was due at
 * the end of the paid period or of its days of grace.
 */
export async function markAccountDue(tx: Tx, userId: string): Promise<void> {
  await sql`update credit_accounts set due_at = '-infinity' where user_id = ${userId}`.execute(tx)
}
