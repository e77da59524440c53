import type { ColumnType, Generated } from 'kysely'
import type { GrantKind, LedgerKind, Part } from '../rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    creditAccounts: CreditAccountsTable
    creditLedger: CreditLedgerTable
    creditLots: CreditGrantsTable
    creditHolds: CreditHoldsTable
    /** How many accounts of a network (`networkOf`) got their first credits on a day. */
    creditFirstGrants: { network: string; day: ColumnType<Date, string>; grants: number }
  }
}

/** A user's balance, and how much of it open holds reserve. */
export interface CreditAccountsTable {
  userId: string
  balance: number
  reserved: number
  /** The number of the newest ledger entry. Null before the first entry. */
  lastEntry: number | null
  /**
   * When the account is due for its next update (`refreshAccount`). The driver returns PostgreSQL's -infinity as a
   * number.
   */
  dueAt: Date | number
}

/** A change of a user's balance. */
export interface CreditLedgerTable {
  userId: string
  /** The entry's position in the user's ledger, from 1. */
  number: number
  /** The number of the entry before this one. Null for the first entry. */
  previous: number | null
  id: string
  kind: LedgerKind
  amount: number
  balanceBefore: number
  balanceAfter: number
  reason: string | null
  /** The key of the operation that made the entry, if it must not be repeated. */
  opKey: string | null
  createdAt: Date
  /** The grants that a return, or a spend without a hold, changed. Null for other entries. */
  parts: Part[] | null
}

/** Credits that were granted together, and how many of them remain. */
export interface CreditGrantsTable {
  userId: string
  id: string
  kind: GrantKind
  /** The period, invoice or other source of the credits. It is also the `opKey` of the ledger entry. */
  sourceKey: string
  amount: number
  remaining: number
  expiresAt: Date | null
  createdAt: Date
  /** The number of the grant's ledger entry. Of two grants, the later one has the higher number. */
  entry: number
  /** When the paid period begins, if `setAllowance` added the grant. Otherwise, when the grant was added. */
  startsAt: Date
  /** How many credits of a refunded or disputed payment must be taken back, and how many have been. */
  dueBack: Generated<number>
  takenBack: Generated<number>
}

/** Credits reserved for a run. A released hold is `returned`, or `expired` if its time ran out. */
export interface CreditHoldsTable {
  userId: string
  /** The key of the operation that reserved the credits, such as `run:<id>`. */
  opKey: string
  amount: number
  /** The grants that the credits were taken from. */
  parts: Part[]
  state: 'open' | 'settled' | 'returned' | 'expired'
  reason: string
  expiresAt: Date
  closedAt: Date | null
  /** The API token that reserved the credits, and on which day (UTC). Null if a session reserved them. */
  tokenId: string | null
  tokenDay: ColumnType<Date | null, string | null, string | null>
}
