import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { spendableCredits } from './append-entry.ts'
import { closeHolds } from './close-holds.ts'
import type { CreditContext } from './credit-context.ts'
import { expireGrants } from './expire-grants.ts'
import { lockAccount } from './lock-account.ts'

/**
 * Releases the open hold with this key, if there is one. Released credits of an ended grant expire. Returns the credits
 * that can be spent now.
 */
export async function releaseHold(
  tx: Tx,
  context: CreditContext,
  { userId, opKey }: { userId: string; opKey: string },
): Promise<number> {
  const now = context.now()
  const account = await lockAccount(tx, context, { userId })
  const accountAfter = await closeHolds(tx, account, sql`op_key = ${opKey}`, { state: 'returned', at: now })
  return spendableCredits(
    accountAfter.reserved === account.reserved ? account : await expireGrants(tx, accountAfter, now),
  )
}
