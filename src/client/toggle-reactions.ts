import { reactionOf, setReactions } from '#ui/reactions.ts'
import { writeHint } from './hints.ts'
import { createLatestSender } from './latest-sender.ts'
import type { ReactionStore, ReactionStoreTools } from './reaction-store.ts'

type Toggle = Pick<ReactionStore, 'kind' | 'texts' | 'hintPrefix'> & {
  /** Asks the server which of these ids have the reaction. */
  readStates: (ids: string[]) => Promise<Record<string, true>>
  /** Tells the server whether the reaction to this id is on. */
  storeState: (id: string, isOn: boolean) => Promise<unknown>
  /**
   * Called before the page shows a change by the member, or reverts it. `difference`: 1 if the reaction turns on, -1 if
   * it turns off, 0 if it stays the same.
   */
  onChange?: (id: string, difference: number) => void
}

/**
 * Creates a store for reactions that are either on or off. A change is shown immediately, sent when the request before
 * it has ended (of several that wait, only the latest), and reverted if the server doesn't store it. Then `onStored` is
 * called or, after a failure, `onRefused`.
 */
export function createToggleReactions(
  { kind, texts, hintPrefix, readStates, storeState, onChange }: Toggle,
  { onStored, onRefused }: Pick<ReactionStoreTools, 'onStored' | 'onRefused'>,
): ReactionStore {
  /** The last state of each id that the server confirmed to this tab. A failed change is reverted to it. */
  const confirmed = new Map<string, boolean>()
  /** The ids that changed after the last read began. The states in its response may be older than these changes. */
  const changedSinceRead = new Set<string>()
  const isOn = (id: string) => reactionOf(kind, id) === 1

  function show(id: string, on: boolean) {
    setReactions(kind, [[id, Number(on)]])
    writeHint(hintPrefix, id, on ? 'true' : null)
  }

  function change(id: string, on: boolean) {
    onChange?.(id, Number(on) - Number(isOn(id)))
    show(id, on)
  }

  const send = createLatestSender<boolean>(async (id, on) => {
    try {
      await storeState(id, on)
      confirmed.set(id, on)
      onStored({ kind, id })
    } catch (error) {
      if (isOn(id) === on) change(id, confirmed.get(id) ?? false)
      onRefused(error, { kind, id, value: Number(on) })
    }
  })

  return {
    kind,
    texts,
    hintPrefix,
    adopt(id, hint) {
      const on = hint === 'true'
      changedSinceRead.add(id)
      confirmed.set(id, on)
      setReactions(kind, [[id, Number(on)]])
    },
    async read(ids) {
      changedSinceRead.clear()
      const states = await readStates(ids)
      for (const id of ids) {
        if (changedSinceRead.has(id)) continue
        confirmed.set(id, states[id] === true)
        show(id, states[id] === true)
      }
    },
    valueAfterPress: (id) => Number(!isOn(id)),
    set(id, value) {
      changedSinceRead.add(id)
      change(id, value === 1)
      send(id, value === 1)
    },
  }
}
