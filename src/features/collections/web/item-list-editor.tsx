import { type DragEvent, useRef, useState } from 'react'
import type { Collection } from '#features/collections/contract.ts'
import { Empty } from '#ui/empty.tsx'
import { ItemEditor } from './item-editor.tsx'
import { useEditItems } from './use-edit-items.ts'

/** The items of a member's collection, to order by buttons or by dragging, annotate and remove. Moves are spoken. */
export function ItemListEditor({ collection, slug }: { collection: Collection; slug: string }) {
  const { items } = collection
  const { move, remove, annotate } = useEditItems(collection, slug)
  const [message, setMessage] = useState('')
  const [dragged, setDragged] = useState<string | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const titleOf = (index: number) => items[index]?.target?.title ?? 'The item'

  /** Puts the item at `from` to `to`, both counted from 0 in the present order. */
  const moveTo = (from: number, to: number) => {
    const item = items[from]
    if (!item || to < 0 || to >= items.length || from === to) return
    const next = items[to < from ? to : to + 1]
    const moved = `${titleOf(from)} is now ${to + 1} of ${items.length}.`
    void move(item.id, next?.id ?? null).then((done) => setMessage(done ? moved : ''))
  }
  const removeAt = (index: number) => {
    const item = items[index]
    if (!item) return
    const removed = `${titleOf(index)} is removed.`
    void remove(item.id).then((done) => setMessage(done ? removed : ''))
    // The button that had the focus is gone with its row.
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-remove]')
    const neighbor = rows?.[index + 1] ?? rows?.[index - 1]
    if (neighbor) neighbor.focus()
    else list.current?.focus()
  }
  const drop = (event: DragEvent, to: number) => {
    event.preventDefault()
    const from = items.findIndex(({ id }) => id === dragged)
    if (from !== -1) moveTo(from, to)
    setDragged(null)
  }

  return (
    <>
      <p role="status" className="sr-only">
        {message}
      </p>
      {items.length === 0 && (
        <Empty>Nothing in it yet. Open a prompt, a tool or a comparison and select Add to collection.</Empty>
      )}
      <ol ref={list} tabIndex={-1} aria-label="Items" className={items.length > 0 ? 'border-ink border-t-2' : ''}>
        {items.map((item, index) => (
          <ItemEditor
            key={item.id}
            item={item}
            place={index + 1}
            isLast={index === items.length - 1}
            isDragged={dragged === item.id}
            onMove={(by) => moveTo(index, index + by)}
            onRemove={() => removeAt(index)}
            onNote={(note) => annotate(item.id, note)}
            drag={{
              onDragStart: (event) => {
                event.dataTransfer.effectAllowed = 'move'
                setDragged(item.id)
              },
              onDragOver: (event) => dragged !== null && event.preventDefault(),
              onDrop: (event) => drop(event, index),
              onDragEnd: () => setDragged(null),
            }}
          />
        ))}
      </ol>
    </>
  )
}
