import type { LocalServer } from '../local-model-rules.ts'
import type { RoutedModel } from '../open-router-rules.ts'
import type { AiVendor, OwnKeyName } from '../rules.ts'
import type { OfferedModel, Sdk } from '../vendor-rules.ts'

/** A source of models of a family: the vendor, OpenRouter, or a program on this machine. */
export type ModelSource = {
  /** Such as `openai`, `openrouter/openai` or `local/ollama`. */
  id: string
  vendor: AiVendor
  /** The name of the family. */
  name: string
  /** Who answers, to be used in messages. */
  company: string
  /** Who answers instead of the vendor; null for the vendor or the operator's own endpoint. */
  through: string | null
  sdk: Sdk
  key?: string
  baseUrl?: string
  models: readonly OfferedModel[]
  /** Why the models aren't available; null if they are. */
  missing: string | null
  /** Whether answers cost no money. */
  isFree: boolean
  /** Which of a member's own keys works here; null if none does. */
  ownKey: OwnKeyName | null
  /** Whether it answers only with a member's own key, and is listed only for those who have one. */
  isOnRequest?: boolean
  /** How many questions may run concurrently. */
  concurrency: number
}

/** Models that were found while the server runs. `openRouter`: null until its list was fetched. */
export type FoundModels = { local: readonly LocalServer[]; openRouter: readonly RoutedModel[] | null }

export const nothingFound: FoundModels = { local: [], openRouter: null }
