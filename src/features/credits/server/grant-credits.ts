import type { Tx } from '#server/platform/db.ts'
import type { LotKind } from '../rules.ts'
import { addLot } from './add-lot.ts'
import { hasEntry, spendable } from './append-entry.ts'
import type { CreditContext } from './credit-context.ts'
import { lockAccount } from './lock-account.ts'

export type Grant = {
  userId: string
  /** The source: `admin:`, `pack:` or `refund:` and an id. Each is granted once. */
  sourceKey: `${'admin' | 'pack' | 'refund'}:${string}`
  amount: number
  kind: Exclude<LotKind, 'allowance'>
  reason: string
  /** When the credits expire; null: never. */
  expiresAt: Date | null
}

/** Grants credits, once per `sourceKey`. Returns the credits that can be spent now. */
export async function grantCredits(tx: Tx, context: CreditContext, { userId, ...lot }: Grant): Promise<number> {
  const account = await lockAccount(tx, context, { userId })
  if (await hasEntry(tx, userId, lot.sourceKey)) return spendable(account)
  return spendable(await addLot(tx, account, lot, context.now()))
}
