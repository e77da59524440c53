import { useCallback, useSyncExternalStore } from 'react'

/**
 * What the reader has marked: a number by kind and id, 0 for nothing. Pages carry only this store and the keys; what
 * knows the marks and stores them comes when somebody is signed in or presses a key.
 */
const marks = new Map<string, number>()
const shown = new Set<{ name: string; changed: () => void }>()
let onShown: (() => void) | undefined
let onPress: ((kind: string, id: string, value: number) => void) | undefined

const nameOf = (kind: string, id: string) => `${kind} ${id}`

/** What the reader has marked a thing with. On the server and while hydrating 0: a page is the same for everybody. */
export function useMark(kind: string, id: string): number {
  const name = nameOf(kind, id)
  const subscribe = useCallback(
    (changed: () => void) => {
      const key = { name, changed }
      shown.add(key)
      onShown?.()
      return () => shown.delete(key)
    },
    [name],
  )
  return useSyncExternalStore(
    subscribe,
    () => marks.get(name) ?? 0,
    () => 0,
  )
}

/** The ids of this kind that keys on the page ask about, and that nobody has said anything of yet. */
export function unknownMarks(kind: string): string[] {
  const ids = [...shown].filter(({ name }) => name.startsWith(`${kind} `) && !marks.has(name))
  return [...new Set(ids.map(({ name }) => name.slice(kind.length + 1)))]
}

export function markOf(kind: string, id: string): number {
  return marks.get(nameOf(kind, id)) ?? 0
}

/** Says what things of a kind are marked with; the keys follow. */
export function setMarks(kind: string, values: Iterable<[id: string, value: number]>): void {
  for (const [id, value] of values) marks.set(nameOf(kind, id), value)
  for (const { changed } of shown) changed()
}

/** Nothing is known any more: somebody else reads now. */
export function forgetMarks(): void {
  marks.clear()
  for (const { changed } of shown) changed()
}

/** A key was pressed. */
export function pressMark(kind: string, id: string, value: number): void {
  onPress?.(kind, id, value)
}

/** Hands in who hears of presses, and of keys that come onto the page. */
export function keepMarks(keeper: { onPress?: typeof onPress; onShown?: typeof onShown }): void {
  if (keeper.onPress) onPress = keeper.onPress
  if (keeper.onShown) onShown = keeper.onShown
}
