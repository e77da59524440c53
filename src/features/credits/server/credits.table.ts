import type { ColumnType, Generated } from 'kysely'
import type { GrantKind, LedgerKind, Part } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    creditAccounts: CreditAccountsTable
    creditLedger: CreditLedgerTable
    creditLots: CreditGrantsTable
    creditHolds: CreditHoldsTable
    creditFirstGrants: { network: string; day: ColumnType<Date, string>; grants: number }
  }
}

export interface CreditAccountsTable {
  userId: string
  balance: number
  reserved: number
  lastEntry: number | null
  /** When the account must be brought up to date next. The driver returns PostgreSQL's -infinity as a number. */
  dueAt: Date | number
}

export interface CreditLedgerTable {
  userId: string
  number: number
  previous: number | null
  id: string
  kind: LedgerKind
  amount: number
  balanceBefore: number
  balanceAfter: number
  reason: string | null
  opKey: string | null
  createdAt: Date
  parts: Part[] | null
}

export interface CreditGrantsTable {
  userId: string
  id: string
  kind: GrantKind
  sourceKey: string
  amount: number
  remaining: number
  expiresAt: Date | null
  createdAt: Date
  /** The number of the grant's ledger entry. Of two grants, the later one has the higher number. */
  entry: number
  /** When an allowance's period begins. */
  startsAt: Date
  /** How many credits of a refunded or disputed payment must be taken back, and how many have been. */
  dueBack: Generated<number>
  takenBack: Generated<number>
}

export interface CreditHoldsTable {
  userId: string
  opKey: string
  amount: number
  parts: Part[]
  state: 'open' | 'settled' | 'returned' | 'expired'
  reason: string
  expiresAt: Date
  closedAt: Date | null
  /** The API token that reserved the credits, and the day (UTC). Null if a session reserved them. */
  tokenId: string | null
  tokenDay: ColumnType<Date | null, string | null, string | null>
}
