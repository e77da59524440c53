import type { Generated, GeneratedAlways } from 'kysely'

declare module '#platform/database/tables.ts' {
  interface Tables {
    contributorPeriods: ContributorPeriodsTable
  }
}

/** A contributor's numbers for the last week or month. */
export interface ContributorPeriodsTable {
  period: 'week' | 'month'
  /** The id of a member or of a credited author. */
  userId: string
  prompts: number
  copies: number
  /** Up votes minus down votes. */
  votes: number
  /** Prompts that were copied for the first time. */
  used: Generated<number>
  /** Accepted edits. */
  edits: Generated<number>
  score: GeneratedAlways<number>
}
