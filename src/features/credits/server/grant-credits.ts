import type { Tx } from '#server/platform/db.ts'
import type { GrantKind } from '../rules.ts'
import { addGrant } from './add-grant.ts'
import { hasEntry, spendable } from './append-entry.ts'
import type { CreditContext } from './credit-context.ts'
import { lockAccount } from './lock-account.ts'

export type Grant = {
  userId: string
  /** The source: `admin:`, `pack:` or `refund:` and an id. Each is granted once. */
  sourceKey: `${'admin' | 'pack' | 'refund'}:${string}`
  amount: number
  kind: Exclude<GrantKind, 'allowance'>
  reason: string
  /** When the credits expire; null if they never do. */
  expiresAt: Date | null
}

/** Grants credits, once per `sourceKey`. Returns the credits that can be spent now. */
export async function grantCredits(tx: Tx, context: CreditContext, { userId, ...grant }: Grant): Promise<number> {
  const account = await lockAccount(tx, context, { userId })
  if (await hasEntry(tx, userId, grant.sourceKey)) return spendable(account)
  return spendable(await addGrant(tx, account, grant, context.now()))
}
