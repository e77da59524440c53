import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import type { LedgerKind } from '../rules.ts'

/**
 * A credit account whose row this transaction has locked. Nothing else can change the account, its grants or its holds.
 */
export type Account = {
  userId: string
  balance: number
  /** The sum of the open holds. */
  reserved: number
  /** The number of the newest ledger entry. */
  lastEntry: number | null
}

export type Entry = {
  kind: LedgerKind
  amount: number
  reason: string | null
  /** The key of the operation that makes the entry. A second entry with the same key is refused. */
  opKey: string | null
  at: Date
  /** The grants that the credits come from or go to, as JSON (`Part[]`). */
  parts?: RawBuilder<unknown>
}

/** Returns the credits that can be spent, which are the balance without open holds. */
export function spendableCredits({ balance, reserved }: Account): number {
  return balance - reserved
}

/** Returns the number of the next ledger entry. */
export function nextNumber({ lastEntry }: Account): number {
  return (lastEntry ?? 0) + 1
}

/**
 * Adds an entry and changes the balance in one statement. `ctes` are CTEs that change grants and holds in the same
 * statement, each followed by a comma. `reserved` is the sum of open holds after that statement.
 */
export async function appendEntry(
  tx: Tx,
  account: Account,
  { kind, amount, reason, opKey, at, parts = sql`null` }: Entry,
  { ctes = sql``, reserved = account.reserved }: { ctes?: RawBuilder<unknown>; reserved?: number } = {},
): Promise<Account> {
  const { userId, balance, lastEntry } = account
  const number = nextNumber(account)
  const after = balance + amount
  await sql`
    with ${ctes} entry as (
      insert into credit_ledger
        (user_id, number, previous, id, kind, amount, balance_before, balance_after, reason, op_key, created_at,
        parts)
      values (${userId}, ${number}, ${lastEntry}, ${newId()}, ${kind}, ${amount}, ${balance}, ${after}, ${reason},
        ${opKey}, ${at}, ${parts})
    )
    update credit_accounts set balance = ${after}, reserved = ${reserved}, last_entry = ${number}
    where user_id = ${userId}`.execute(tx)
  return { ...account, balance: after, reserved, lastEntry: number }
}

/** Tells whether the user's ledger has an entry with this key. */
export async function hasEntry(tx: Tx, userId: string, opKey: string): Promise<boolean> {
  const { rows } = await sql`
    select from credit_ledger where user_id = ${userId} and op_key = ${opKey}`.execute(tx)
  return rows.length > 0
}
