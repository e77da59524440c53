import type { LocalServer } from '../local-model-rules.ts'
import type { RoutedModel } from '../open-router-rules.ts'
import type { AiVendor, OwnKeyName } from '../rules.ts'
import type { OfferedModel, Sdk } from '../vendor-rules.ts'

/** Where models of a family answer: at the vendor, at OpenRouter, or on this machine. */
export type ModelSource = {
  /** `openai`, `openrouter/openai`, `local/ollama`. */
  id: string
  vendor: AiVendor
  /** The name of the family. */
  name: string
  /** Who answers, in a sentence. */
  company: string
  /** Who answers in the vendor's place; null at the vendor or at the operator's own endpoint. */
  through: string | null
  sdk: Sdk
  key?: string
  baseUrl?: string
  models: readonly OfferedModel[]
  /** Why the models aren't available; null if they are. */
  missing: string | null
  /** Whether answers cost no money. */
  isFree: boolean
  /** Which of a member's own keys works here. */
  ownKey: OwnKeyName | null
  /** Whether it answers only with a member's own key, and is listed only for those who have one. */
  isOnRequest?: boolean
  /** Concurrent questions. */
  atOnce: number
}

/** What was found while the server runs. `openRouter`: its list; null until it was fetched. */
export type FoundModels = { local: readonly LocalServer[]; openRouter: readonly RoutedModel[] | null }

export const nothingFound: FoundModels = { local: [], openRouter: null }
