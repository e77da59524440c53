import type { Tx } from '#server/platform/db.ts'
import type { LotKind } from '../rules.ts'
import { addLot } from './add-lot.ts'
import { hasEntry, spendable } from './append-entry.ts'
import type { CreditContext } from './credit-context.ts'
import { lockAccount } from './lock-account.ts'

export type Grant = {
  userId: string
  /** What the credits are for: `admin:`, `pack:` or `refund:` and an id. Granted once each. */
  sourceKey: `${'admin' | 'pack' | 'refund'}:${string}`
  amount: number
  kind: Exclude<LotKind, 'allowance'>
  reason: string
  /** Until when they count; null: for ever. */
  expiresAt: Date | null
}

/** Gives credits, once for each `sourceKey`. Answers what can be spent now. */
export async function grantCredits(tx: Tx, context: CreditContext, { userId, ...lot }: Grant): Promise<number> {
  const account = await lockAccount(tx, context, { userId })
  if (await hasEntry(tx, userId, lot.sourceKey)) return spendable(account)
  return spendable(await addLot(tx, account, lot, context.now()))
}
