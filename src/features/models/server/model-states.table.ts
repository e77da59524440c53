import type { ColumnType } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    modelStates: ModelStatesTable
  }
}

/** The last outcomes of questions to one source with the site's own key. */
export interface ModelStatesTable {
  /** The id of a ModelSource. */
  source: string
  answeredAt: Date | null
  failedAt: Date | null
  failedModel: string | null
  /** What the member was told about the last failure. */
  failure: string | null
  spentOn: ColumnType<Date, string>
  /** What the answers on the day `spentOn` cost, in millionths of a US dollar. */
  spentMicros: number
}
