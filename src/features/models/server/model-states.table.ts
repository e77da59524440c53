import type { ColumnType } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    modelStates: ModelStatesTable
  }
}

/** The last outcomes of questions to a source with the site's own key. */
export interface ModelStatesTable {
  /** The id of a ModelSource. */
  source: string
  answeredAt: Date | null
  failedAt: Date | null
  failedModel: string | null
  /** The message that the member got. */
  failure: string | null
  spentOn: ColumnType<Date, string>
  /** The cost of the answers of that day, in millionths of a US dollar. */
  spentMicros: number
}
