import type { LocalServer } from '../local-model-rules.ts'
import type { RoutedModel } from '../open-router-rules.ts'
import type { AiVendor, OwnKeyName } from '../rules.ts'
import type { OfferedModel, Sdk } from '../vendor-rules.ts'

/** A place where models of a family answer: the vendor, OpenRouter, or a program on this machine. */
export type ModelSource = {
  /** An id such as `openai`, `openrouter/openai` or `local/ollama`. */
  id: string
  vendor: AiVendor
  /** The name of the family. */
  name: string
  /** The name of whoever answers, for use in messages. */
  company: string
  /** Who answers instead of the vendor. Null if the vendor itself or the operator's own endpoint answers. */
  through: string | null
  sdk: Sdk
  /** The site's key. Undefined if there is none. */
  key?: string
  /** The address of the API. If undefined, the SDK's default applies. */
  baseUrl?: string
  models: readonly OfferedModel[]
  /** Why the models aren't available. Null if they are. */
  unavailableReason: string | null
  /** Whether answers cost the site nothing. */
  isFree: boolean
  /** Which of a member's own keys works here. Null if none does. */
  ownKey: OwnKeyName | null
  /** Whether this is OpenRouter for members' own keys only. If so, it is listed only for members who have such a key. */
  requiresOwnKey?: boolean
  /** How many questions may run at once. */
  concurrency: number
}

/** The models that the server finds while it runs. `openRouter` is null until OpenRouter's list is loaded. */
export type FoundModels = { local: readonly LocalServer[]; openRouter: readonly RoutedModel[] | null }

export const nothingFound: FoundModels = { local: [], openRouter: null }
