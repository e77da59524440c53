import type { JSONColumnType } from 'kysely'
import type { RoutedModel } from '../open-router-rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    modelLists: ModelListsTable
  }
}

/** A model in a list. Properties that the vendor doesn't state are missing. */
export type ListedModel = { id: string } & Partial<RoutedModel>

/** The list of models of one source. */
export interface ModelListsTable {
  /** The id of a ModelSource, or `openrouter`, whose list serves all families. */
  source: string
  models: JSONColumnType<ListedModel[]> | null
  fetchedAt: Date | null
  /** When a process last started to fetch the list. */
  triedAt: Date
}
