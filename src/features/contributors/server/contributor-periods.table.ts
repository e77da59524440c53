import type { GeneratedAlways } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    contributorPeriods: ContributorPeriodsTable
  }
}

/** What the last week or month brought a person, as the board shows it. */
export interface ContributorPeriodsTable {
  period: 'week' | 'month'
  userId: string
  prompts: number
  copies: number
  votes: number
  score: GeneratedAlways<number>
}
