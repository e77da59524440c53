import type { GeneratedAlways } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    contributor_periods: ContributorPeriodsTable
  }
}

/** What the last week or month brought a person, as the board shows it. */
export interface ContributorPeriodsTable {
  period: 'week' | 'month'
  user_id: string
  prompts: number
  copies: number
  votes: number
  score: GeneratedAlways<number>
}
