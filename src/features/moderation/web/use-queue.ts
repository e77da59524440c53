import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { listenForKeys } from '#ui/single-keys.ts'

type Item = { id: string }

/** Returns the id of a row's element on the page. */
export const rowId = (id: string) => `row-${id}`

/**
 * Manages a list to work through by keyboard. One row is open, and `shortcutsOf` returns what each key does to it. The
 * keys `j` and `k` move between rows, as on every page (src/ui/single-keys.ts). `moveOn` opens and focuses the next
 * row, or the previous one after the last row.
 */
export function useQueue<Row extends Item>(
  items: Row[],
  shortcutsOf: (open: Row | undefined) => Record<string, () => void>,
) {
  const [selection, setSelection] = useState<{ id: string; index: number } | null>(null)
  const shouldFocus = useRef(false)
  const selectedIndex = items.findIndex(({ id }) => id === selection?.id)
  const index = selectedIndex >= 0 ? selectedIndex : Math.min(selection?.index ?? 0, items.length - 1)
  const open = items[index]

  const shortcuts = useRef<Record<string, () => void>>({})
  shortcuts.current = shortcutsOf(open)
  const keys = Object.keys(shortcuts.current).join('')
  useEffect(() => {
    return listenForKeys([...keys], (key) => shortcuts.current[key]?.())
  }, [keys])

  // Runs after every render, because the row can't be focused until the dialog about the previous row is closed.
  useEffect(() => {
    if (!shouldFocus.current || !open || document.querySelector('dialog[open]')) return
    shouldFocus.current = false
    document.getElementById(rowId(open.id))?.focus()
  })

  // Opening a row closes a taller one above it, which moves the opened row out of sight.
  const openedId = selection?.id
  useLayoutEffect(() => {
    if (openedId) document.getElementById(rowId(openedId))?.scrollIntoView({ block: 'nearest' })
  }, [openedId])

  return {
    open,
    show: (id: string) => setSelection({ id, index: items.findIndex((item) => item.id === id) }),
    moveOn: () => {
      const next = items[index + 1] ?? items[index - 1]
      shouldFocus.current = true
      setSelection(next ? { id: next.id, index } : null)
    },
  }
}
