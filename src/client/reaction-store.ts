import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { reactionOf, setReactions } from '#ui/reactions.ts'
import type { Api } from './api.ts'
import { type HintPrefix, writeHint } from './hints.ts'

/** A reaction: 1, -1 for a down vote, or 0 for none. */
type Reaction = 1 | 0 | -1

type PressedNotice = { title: string; text?: string }
/**
 * Texts for a visitor: `purpose` completes “Sign in to …”, `nextStep` says what happens then, and `done` is the notice
 * when the reaction is stored. `pressed`: the notices after a press of a button without a visible label.
 */
type Texts = {
  purpose: string
  nextStep: string
  done: string
  pressed?: { on: PressedNotice; off: PressedNotice }
}

/** What a kind of reaction (votes, favorites, follows) needs. */
type ReactionKind<Response> = {
  kind: string
  texts: Texts
  /** The prefix of the hints' storage keys. When another tab changes such a hint, this tab adopts the change. */
  hintPrefix: HintPrefix
  /** The hint about a reaction of 1. By default “1”. */
  hintOfOn?: string
  /** Asks the server for the reactions to these ids. Those that it leaves out are 0, and `true` is 1. */
  readValues: (ids: string[]) => Promise<Record<string, Reaction | true>>
  storeValue: (id: string, value: Reaction) => Promise<Response>
  /** Called with the server's response, unless a later press has changed the reaction. */
  onLatestStored?: (id: string, response: Response) => void
  /** Called before the page shows a change by the member, or reverts it. */
  onChange?: (id: string, from: Reaction, to: Reaction) => void
  /** Called after the page shows what the server knows of this id, and when another tab changes the hint on its tally. */
  onRead?: (id: string) => void
  tallyPrefix?: HintPrefix
}

/** Reads and stores one kind of reaction. */
export type ReactionStore = Pick<ReactionKind<never>, 'kind' | 'texts' | 'hintPrefix' | 'tallyPrefix' | 'onRead'> & {
  /** Shows the reaction that another tab has stored as a hint. */
  adopt: (id: string, hint: string | null) => void
  /** Reads the reactions to the items with these ids from the server. */
  read: (ids: string[]) => Promise<void>
  /** The reaction after a press of a button (1, or -1 for a down vote). Pressing the same one again withdraws it. */
  valueAfterPress: (id: string, pressed: number) => Reaction
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

const toReaction = (value: number): Reaction => (value === 1 || value === -1 ? value : 0)

/**
 * Creates the store of one kind of reaction. A change is shown immediately, sent when the request before it has ended
 * (of several that wait, only the latest), and reverted if the server doesn't store it.
 */
export function createReactionStore<Response>(
  {
    kind,
    texts,
    hintPrefix,
    hintOfOn = '1',
    readValues,
    storeValue,
    onLatestStored,
    onChange,
    onRead,
    tallyPrefix,
  }: ReactionKind<Response>,
  { queryClient, onStored, onRefused }: Omit<ReactionStoreTools, 'api'>,
): ReactionStore {
  /** The last reaction to each id that the server or another tab confirmed. A failed change is reverted to it. */
  const confirmed = new Map<string, Reaction>()
  /** The ids that changed after the last read began. The reactions in its response may be older than these changes. */
  const changedSinceRead = new Set<string>()
  /** The number of the last change to each id. */
  const changes = new Map<string, number>()
  const current = (id: string) => toReaction(reactionOf(kind, id))

  function show(id: string, value: Reaction) {
    setReactions(kind, [[id, value]])
    writeHint(hintPrefix, id, value === 0 ? null : value === 1 ? hintOfOn : '-1')
  }

  function change(id: string, to: Reaction) {
    onChange?.(id, current(id), to)
    show(id, to)
  }

  async function send(id: string, value: Reaction) {
    try {
      const response = await storeValue(id, value)
      confirmed.set(id, value)
      onStored({ kind, id })
      if (current(id) === value) onLatestStored?.(id, response)
    } catch (error) {
      if (current(id) === value) change(id, confirmed.get(id) ?? 0)
      onRefused(error, { kind, id, value })
    }
  }

  return {
    kind,
    texts,
    hintPrefix,
    tallyPrefix,
    onRead,
    adopt(id, hint) {
      const value = hint === hintOfOn ? 1 : toReaction(Number(hint))
      changedSinceRead.add(id)
      confirmed.set(id, value)
      setReactions(kind, [[id, value]])
    },
    async read(ids) {
      changedSinceRead.clear()
      const values = await readValues(ids)
      for (const id of ids) {
        if (changedSinceRead.has(id)) continue
        const value = toReaction(Number(values[id] ?? 0))
        confirmed.set(id, value)
        show(id, value)
        onRead?.(id)
      }
    },
    valueAfterPress: (id, pressed) => toReaction(current(id) === pressed ? 0 : pressed),
    set(id, next) {
      const value = toReaction(next)
      const number = (changes.get(id) ?? 0) + 1
      changes.set(id, number)
      changedSinceRead.add(id)
      change(id, value)
      // Mutations of one scope run one after the other.
      void new MutationObserver(queryClient, {
        scope: { id: `${kind} ${id}` },
        networkMode: 'always',
        mutationFn: async () => {
          if (changes.get(id) === number) await send(id, value)
        },
      }).mutate()
    },
  }
}
