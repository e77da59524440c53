import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import type { GrantKind } from '../rules.ts'
import { type Account, appendEntry, nextNumber } from './append-entry.ts'

type NewGrant = {
  kind: GrantKind
  /** Identifies the source of the credits, such as `free:2026-11`. Each source grants only once. */
  sourceKey: string
  amount: number
  reason: string
  /** When an allowance's period begins. The default is `at`. */
  startsAt?: Date
  expiresAt: Date | null
}

/** Adds a grant and its ledger entry. The account must be locked, and `sourceKey` must be new. */
export async function addGrant(
  tx: Tx,
  account: Account,
  { kind, sourceKey, amount, reason, startsAt, expiresAt }: NewGrant,
  at: Date,
): Promise<Account> {
  const { userId } = account
  const ctes = sql`added as (
    insert into credit_lots
      (user_id, id, kind, source_key, amount, remaining, starts_at, expires_at, created_at, entry)
    values (${userId}, ${newId()}, ${kind}, ${sourceKey}, ${amount}, ${amount}, ${startsAt ?? at}, ${expiresAt}, ${at},
      ${nextNumber(account)})
  ),`
  const updatedAccount = await appendEntry(tx, account, { kind, amount, reason, opKey: sourceKey, at }, { ctes })
  // The account is due for an update when the grant expires.
  if (expiresAt) {
    await sql`
      update credit_accounts set due_at = least(due_at, ${expiresAt}::timestamptz) where user_id = ${userId}`.execute(
      tx,
    )
  }
  return updatedAccount
}
