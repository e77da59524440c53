import type { Tx } from '#platform/database/db.ts'
import type { GrantKind } from '../rules.ts'
import { addGrant } from './add-grant.ts'
import { hasEntry, spendableCredits } from './append-entry.ts'
import type { CreditContext } from './credit-context.ts'
import { lockAccount } from './lock-account.ts'

export type Grant = {
  userId: string
  /** The source of the credits: `admin:`, `pack:` or `refund:`, followed by an id. Each source grants only once. */
  sourceKey: `${'admin' | 'pack' | 'refund'}:${string}`
  amount: number
  kind: Exclude<GrantKind, 'allowance'>
  reason: string
  /** When the credits expire. Null if they never do. */
  expiresAt: Date | null
}

/** Grants credits, but only once for each `sourceKey`. Returns the credits that can be spent now. */
export async function grantCredits(tx: Tx, context: CreditContext, { userId, ...grant }: Grant): Promise<number> {
  const account = await lockAccount(tx, context, { userId })
  if (await hasEntry(tx, userId, grant.sourceKey)) return spendableCredits(account)
  return spendableCredits(await addGrant(tx, account, grant, context.now()))
}
