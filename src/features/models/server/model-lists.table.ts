import type { JSONColumnType } from 'kysely'
import type { RoutedModel } from '../open-router-rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    modelLists: ModelListsTable
  }
}

/** A model in a list. Only the models in OpenRouter's list have more than an id. */
export type ListedModel = { id: string } & Partial<RoutedModel>

/** The list of models that a source returned last. `models` and `fetchedAt` are null until a fetch succeeds. */
export interface ModelListsTable {
  /** The id of a ModelSource, or `openrouter`, whose list serves all families. */
  source: string
  models: JSONColumnType<ListedModel[]> | null
  fetchedAt: Date | null
  /** When a process last started a fetch, or stored its result. */
  triedAt: Date
}
