import { useCallback, useSyncExternalStore } from 'react'

/**
 * The reader's reactions (votes, favorites, follows): a number by kind and id, 0 for none. Pages load only this store
 * and the buttons. The code that reads and stores reactions loads when a member is signed in or somebody presses a
 * button.
 */
const reactions = new Map<string, number>()
const mountedButtons = new Set<{ name: string; changed: () => void }>()
let onShown: (() => void) | undefined
let onPress: ((kind: string, id: string, value: number, button?: HTMLElement) => void) | undefined

const nameOf = (kind: string, id: string) => `${kind} ${id}`

/**
 * The reader's reaction to an item. Always 0 on the server and during hydration, since pages are the same for
 * everybody.
 */
export function useReaction(kind: string, id: string): number {
  const name = nameOf(kind, id)
  const subscribe = useCallback(
    (changed: () => void) => {
      const button = { name, changed }
      mountedButtons.add(button)
      onShown?.()
      return () => mountedButtons.delete(button)
    },
    [name],
  )
  return useSyncExternalStore(
    subscribe,
    () => reactions.get(name) ?? 0,
    () => 0,
  )
}

/** The ids of this kind on the page whose reactions are not known yet. */
export function unknownReactions(kind: string): string[] {
  const ids = [...mountedButtons].filter(({ name }) => name.startsWith(`${kind} `) && !reactions.has(name))
  return [...new Set(ids.map(({ name }) => name.slice(kind.length + 1)))]
}

export function reactionOf(kind: string, id: string): number {
  return reactions.get(nameOf(kind, id)) ?? 0
}

/** Sets the reactions of a kind and updates the buttons. */
export function setReactions(kind: string, values: Iterable<[id: string, value: number]>): void {
  for (const [id, value] of values) reactions.set(nameOf(kind, id), value)
  for (const { changed } of mountedButtons) changed()
}

/** Deletes all reactions, after another user has signed in. */
export function forgetReactions(): void {
  reactions.clear()
  for (const { changed } of mountedButtons) changed()
}

/** Reports that a button was pressed. `button`: the pressed one, to which readers return if they have to sign in first. */
export function pressReaction(kind: string, id: string, value: number, button?: HTMLElement): void {
  onPress?.(kind, id, value, button)
}

/** Sets the handlers for pressed buttons and for buttons that appear on the page. */
export function setReactionHandlers(handlers: { onPress?: typeof onPress; onShown?: typeof onShown }): void {
  if (handlers.onPress) onPress = handlers.onPress
  if (handlers.onShown) onShown = handlers.onShown
}
