import type { ColumnType } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    aiSpending: AiSpendingTable
  }
}

/** The cost of a day's answers with the site's own keys, in millionths of a US dollar. */
export interface AiSpendingTable {
  day: ColumnType<Date, string>
  micros: number
}
