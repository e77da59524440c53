import type { ColumnType, Generated } from 'kysely'

declare module '#platform/database/tables.ts' {
  interface Tables {
    promptDays: PromptDaysTable
    /**
     * The only row has the first counted day, and the last closed one (`closeDays`). `oneRow` prevents a second row.
     */
    promptDayClosing: {
      oneRow: Generated<boolean>
      started: ColumnType<Date, string>
      closedUntil: ColumnType<Date, string>
    }
  }
}

/** What happened to a prompt on one day (UTC, such as `2026-11-20`). Views are counted by source. */
export interface PromptDaysTable {
  promptId: string
  day: ColumnType<Date, string>
  fromSearch: Generated<number>
  fromLists: Generated<number>
  fromFeeds: Generated<number>
  fromMcp: Generated<number>
  fromEmbed: Generated<number>
  fromElsewhere: Generated<number>
  copies: Generated<number>
  runs: Generated<number>
  upvotes: Generated<number>
  downvotes: Generated<number>
  saves: Generated<number>
  forks: Generated<number>
}
