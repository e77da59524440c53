import type { ColumnType } from 'kysely'

declare module '#platform/database/tables.ts' {
  interface Tables {
    modelStates: ModelStatesTable
  }
}

/** The last outcomes of questions to one source, except those with a member's own key. */
export interface ModelStatesTable {
  /** The id of a ModelSource. */
  source: string
  answeredAt: Date | null
  failedAt: Date | null
  failedModel: string | null
  /** The message about the last failure, as members see it. */
  failure: string | null
  spentOn: ColumnType<Date, string>
  /** What the answers on the day `spentOn` cost, in millionths of a US dollar. */
  spentMicros: number
}
