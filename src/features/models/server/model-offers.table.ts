import type { ColumnType } from 'kysely'

declare module '#platform/tables.ts' {
  interface Tables {
    modelOffers: ModelOffersTable
  }
}

/** The last day (UTC) on which this site offered a model. */
export interface ModelOffersTable {
  /** The id of the model. */
  model: string
  offeredOn: ColumnType<Date, string>
}
