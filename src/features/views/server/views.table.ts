import type { ColumnType } from 'kysely'

declare module '#platform/database/tables.ts' {
  interface Tables {
    promptViewsDaily: PromptViewsDailyTable
  }
}

/** The views of a prompt's page on one day (UTC, such as `2026-11-20`). */
export interface PromptViewsDailyTable {
  promptId: string
  day: ColumnType<Date, string>
  views: number
}
