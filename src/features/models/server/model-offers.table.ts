import type { ColumnType, Generated } from 'kysely'
import type { EndReason } from '../rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    modelOffers: ModelOffersTable
  }
}

/** A model that this site has offered. */
export interface ModelOffersTable {
  /** The id of the model. */
  model: string
  /** The last day (UTC) on which this site offered the model. */
  offeredOn: ColumnType<Date, string>
  /** Why it counts as ended. */
  endedBy: EndReason | null
  /** The last day on which its vendor's list had it. Null if no list ever did, because lists leave out some names. */
  listedOn: ColumnType<Date | null, string | null, string | null>
  /** Since when its vendor says that it doesn't know the model. Null after an answer. */
  unknownSince: ColumnType<Date | null, string | null, string | null>
  /** The day on which it counted as ended. Null while it is offered. */
  endedOn: ColumnType<Date | null, string | null, string | null>
  /** Whether the prompts that depend on it were updated since it ended, or since it is offered again. */
  applied: Generated<boolean>
}
