import type { QueryClient } from '@tanstack/react-query'
import type { Api } from './api.ts'
import type { HintPrefix } from './hints.ts'

/** Knows and stores one kind of mark (ui/marks.ts): votes, favorites. One for each kind, in each browser tab. */
export type MarkKeeper = {
  kind: string
  /** The beginning of the hints' keys; the rest is the id. What another tab writes there is heard. */
  hintPrefix: HintPrefix
  /** What a hint says. */
  markOfHint: (hint: string | null) => number
  /** Asks the server about these ids, and marks them. */
  read: (ids: string[]) => Promise<void>
  /** What pressing a key of this value says now. */
  wishOf: (id: string, key: number) => number
  /** Marks at once, stores, and takes it back when that fails. */
  say: (id: string, value: number) => void
}

/** What a keeper works with. `refused` is told when an act could not be stored. */
export type KeeperTools = {
  api: Api
  queryClient: QueryClient
  refused: (error: unknown, act: { kind: string; id: string; value: number }) => void
}
