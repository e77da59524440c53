import type { QueryClient } from '@tanstack/react-query'
import type { Api } from './api.ts'
import type { HintPrefix } from './hints.ts'

/**
 * Reads and stores one kind of reaction: votes, favorites or follows. A reaction is a number: 1, -1 for a down vote, or
 * 0 for none (`ui/reactions.ts`).
 */
export type ReactionStore = {
  kind: string
  /**
   * Texts for a visitor: `purpose` completes “Sign in to …”, `nextStep` says what happens then, and `done` is the
   * notice when the reaction is stored.
   */
  texts: { purpose: string; nextStep: string; done: string }
  /** The prefix of the hints' storage keys. When another tab changes such a hint, this tab adopts the change. */
  hintPrefix: HintPrefix
  /** Shows the reaction that another tab has stored as a hint. */
  adopt: (id: string, hint: string | null) => void
  /** Reads the reactions to the items with these ids from the server. */
  read: (ids: string[]) => Promise<void>
  /** The reaction that results from pressing a button. `pressed`: the button's value, such as 1 for an up vote. */
  valueAfterPress: (id: string, pressed: number) => number
  /** Sets a reaction immediately and sends it to the server. If that fails, the reaction is reverted. */
  set: (id: string, value: number) => void
}

/**
 * What a reaction store needs. `onStored` is called when the server has stored a reaction, and `onRefused` when the
 * request failed.
 */
export type ReactionStoreTools = {
  api: Api
  queryClient: QueryClient
  onStored: (reaction: { kind: string; id: string }) => void
  onRefused: (error: unknown, reaction: { kind: string; id: string; value: number }) => void
}
