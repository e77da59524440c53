import type { QueryClient } from '@tanstack/react-query'
import type { Api } from './api.ts'
import type { HintPrefix } from './hints.ts'

/** Reads and stores one kind of mark (ui/marks.ts): votes or favorites. */
export type MarkStore = {
  kind: string
  /** The prefix of the hints' storage keys, followed by the id. Changes by other tabs are observed. */
  hintPrefix: HintPrefix
  /** Parses a hint. */
  markOfHint: (hint: string | null) => number
  /** Reads the marks of these ids from the server. */
  read: (ids: string[]) => Promise<void>
  /** The mark after pressing the button for `key`. */
  valueAfterPress: (id: string, key: number) => number
  /** Sets a mark at once, stores it, and reverts it on failure. */
  say: (id: string, value: number) => void
}

/** The dependencies of a mark store. `refused` is called if a mark could not be stored. */
export type MarkStoreTools = {
  api: Api
  queryClient: QueryClient
  refused: (error: unknown, act: { kind: string; id: string; value: number }) => void
}
