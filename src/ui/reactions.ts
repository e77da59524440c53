import { useCallback, useSyncExternalStore } from 'react'

/**
 * The reader's reactions, by kind (`vote`, `favorite`, `follow`) and id: 1, -1 for a down vote, or 0 for none. Pages
 * load only this store and the buttons. The code that reads and stores reactions is loaded when a member is signed in
 * or somebody presses a button.
 */
const reactions = new Map<string, number>()
const mountedButtons = new Set<{ name: string; onChange: () => void }>()
let onShown: (() => void) | undefined
let onPress: ((kind: string, id: string, value: number, button?: HTMLElement) => void) | undefined

const nameOf = (kind: string, id: string) => `${kind} ${id}`

/**
 * The reader's reaction to an item. It is always 0 on the server and during hydration, since pages are the same for
 * everybody.
 */
export function useReaction(kind: string, id: string): number {
  const name = nameOf(kind, id)
  const subscribe = useCallback(
    (onChange: () => void) => {
      const button = { name, onChange }
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

/** The ids of the items on the page for which the reader's reaction of this kind isn't known yet. */
export function unknownReactionIds(kind: string): string[] {
  const ids = [...mountedButtons].filter(({ name }) => name.startsWith(`${kind} `) && !reactions.has(name))
  return [...new Set(ids.map(({ name }) => name.slice(kind.length + 1)))]
}

/** The reader's reaction to an item at the moment, for code outside of rendering. */
export function reactionOf(kind: string, id: string): number {
  return reactions.get(nameOf(kind, id)) ?? 0
}

/** Sets reactions of a kind, and updates the buttons. */
export function setReactions(kind: string, values: Iterable<[id: string, value: number]>): void {
  for (const [id, value] of values) reactions.set(nameOf(kind, id), value)
  for (const { onChange } of mountedButtons) onChange()
}

/** Deletes all reactions. Call it when the user changes, including when they sign out. */
export function forgetReactions(): void {
  reactions.clear()
  for (const { onChange } of mountedButtons) onChange()
}

/**
 * Reports that a button was pressed. `value`: 1, or -1 for a down vote. `button`: the button to which the reader
 * returns if they have to sign in first.
 */
export function pressReaction(kind: string, id: string, value: number, button?: HTMLElement): void {
  onPress?.(kind, id, value, button)
}

/** Sets what happens when a button is pressed, and when a button appears on the page. */
export function setReactionHandlers(handlers: { onPress?: typeof onPress; onShown?: typeof onShown }): void {
  if (handlers.onPress) onPress = handlers.onPress
  if (handlers.onShown) onShown = handlers.onShown
}
