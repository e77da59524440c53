import type { ColumnType } from 'kysely'

declare module '#platform/database/tables.ts' {
  interface Tables {
    aiSpending: AiSpendingTable
  }
}

/**
 * What a day's answers with the site's keys cost, in millionths of a US dollar. An answer in progress counts at its
 * highest possible cost.
 */
export interface AiSpendingTable {
  day: ColumnType<Date, string>
  micros: number
}
