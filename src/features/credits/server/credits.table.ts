import type { ColumnType, Generated } from 'kysely'
import type { LedgerKind, LotKind, Part } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    credit_accounts: CreditAccountsTable
    credit_ledger: CreditLedgerTable
    credit_lots: CreditLotsTable
    credit_holds: CreditHoldsTable
    credit_first_grants: { network: string; day: ColumnType<Date, string>; grants: number }
  }
}

export interface CreditAccountsTable {
  user_id: string
  balance: number
  reserved: number
  last_entry: number | null
  /** PostgreSQL's -infinity is returned as a number. */
  due_at: Date | number
}

export interface CreditLedgerTable {
  user_id: string
  number: number
  previous: number | null
  id: string
  kind: LedgerKind
  amount: number
  balance_before: number
  balance_after: number
  reason: string | null
  op_key: string | null
  created_at: Date
  parts: Part[] | null
}

export interface CreditLotsTable {
  user_id: string
  id: string
  kind: LotKind
  source_key: string
  amount: number
  remaining: number
  expires_at: Date | null
  created_at: Date
  /** The number of the lot's ledger entry. Of two lots the later one has the higher number. */
  entry: number
  /** When an allowance's period begins. */
  starts_at: Date
  due_back: Generated<number>
  taken_back: Generated<number>
}

export interface CreditHoldsTable {
  user_id: string
  op_key: string
  amount: number
  parts: Part[]
  state: 'open' | 'settled' | 'returned' | 'expired'
  reason: string
  expires_at: Date
  closed_at: Date | null
}
