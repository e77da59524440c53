declare module '#platform/database/tables.ts' {
  interface Tables {
    featuredAnswers: FeaturedAnswersTable
  }
}

/** The answer of a model to a featured prompt that an admin asked for at the site's cost. */
export interface FeaturedAnswersTable {
  promptId: string
  model: string
  /** The hash of the text that was asked. */
  contentHash: Buffer
  state: 'waiting' | 'asking' | 'done' | 'failed'
  failure: string | null
  /** In US dollars. */
  cost: number | null
  comparisonId: string | null
  requestedAt: Date
  askedAt: Date | null
  endedAt: Date | null
}
