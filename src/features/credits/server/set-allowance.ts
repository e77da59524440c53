import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { addGrant } from './add-grant.ts'
import { type Account, hasEntry, spendableCredits } from './append-entry.ts'
import type { CreditContext } from './credit-context.ts'
import { expireGrants } from './expire-grants.ts'
import { invoiceKey, premiumReason } from './grant-allowance.ts'
import { lockRow } from './lock-account.ts'
import { refreshAccount } from './refresh-account.ts'

/** A paid period of Premium, with the invoice that was paid and the credits that it grants. */
export type PaidPeriod = { userId: string; invoice: string; amount: number; startsAt: Date; endsAt: Date }

/**
 * Replaces the current allowance with that of a paid invoice, once per invoice, and leaves other credits alone. Ignores
 * an invoice if its period is over or began before a period whose credits were already granted. Returns the credits
 * that can be spent now. The end of Premium needs no call, because the credits expire with the period.
 */
export async function setAllowance(
  tx: Tx,
  context: CreditContext,
  { userId, invoice, amount, startsAt, endsAt }: PaidPeriod,
): Promise<number> {
  const now = context.now()
  const sourceKey = invoiceKey(invoice)
  const { isDue, ...locked } = await lockRow(tx, userId, now)
  let account: Account = locked
  if (endsAt > now && !(await hasEntry(tx, userId, sourceKey)) && !(await hasLaterPaidPeriod(tx, userId, startsAt))) {
    // -infinity tells `expireGrants` that the allowance was replaced.
    await sql`
      update credit_lots set expires_at = '-infinity'
      where user_id = ${userId} and kind = 'allowance' and expires_at > ${now}`.execute(tx)
    account = await expireGrants(tx, account, now)
    const grant = { kind: 'allowance', sourceKey, amount, reason: premiumReason, startsAt, expiresAt: endsAt } as const
    account = await addGrant(tx, account, grant, now)
  }
  return spendableCredits(isDue ? await refreshAccount(tx, context, account, undefined) : account)
}

/**
 * Tells whether the credits of a later paid period were granted and not all refunded. An invoice that arrives late must
 * not end them.
 */
async function hasLaterPaidPeriod(tx: Tx, userId: string, startsAt: Date): Promise<boolean> {
  const { rows } = await sql`
    select from credit_lots where user_id = ${userId} and kind = 'allowance' and starts_at > ${startsAt}
      and due_back < amount and starts_with(source_key, ${invoiceKey('')})`.execute(tx)
  return rows.length > 0
}
