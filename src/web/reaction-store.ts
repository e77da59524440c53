import type { QueryClient } from '@tanstack/react-query'
import type { Api } from './api.ts'
import type { HintPrefix } from './hints.ts'

/** Reads and stores one kind of reaction (ui/reactions.ts): votes, favorites or follows. */
export type ReactionStore = {
  kind: string
  /** Texts for visitors: the rest of "Sign in to …", what happens next, and the notice afterwards. */
  texts: { purpose: string; nextStep: string; done: string }
  /** The start of the hints' storage keys. Changes by other tabs are observed. */
  hintPrefix: HintPrefix
  /** Reads the reaction from a hint. */
  parseHint: (hint: string | null) => number
  /** Reads the reactions to these ids from the server. */
  read: (ids: string[]) => Promise<void>
  /** The reaction after a press of the button for `pressed`, such as 1 for an up vote. */
  valueAfterPress: (id: string, pressed: number) => number
  /** Sets a reaction immediately, sends it to the server, and reverts it on failure. */
  set: (id: string, value: number) => void
}

/** The dependencies of a reaction store. `onStored` and `onRefused`: called with the response of the server. */
export type ReactionStoreTools = {
  api: Api
  queryClient: QueryClient
  onStored: (reaction: { kind: string; id: string }) => void
  onRefused: (error: unknown, reaction: { kind: string; id: string; value: number }) => void
}
