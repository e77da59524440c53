import { type DragEvent, useRef, useState } from 'react'
import type { Collection } from '#features/collections/contract.ts'
import { msg, t } from '#lib/texts.ts'
import { GetStarted, type StartLinks } from '#ui/lists/get-started.tsx'
import { ItemEditor } from './item-editor.tsx'
import { useEditItems } from './use-edit-items.ts'

const startLinks: StartLinks = [
  { to: '/favorites', label: msg('From your saved prompts'), text: msg('Prompts you already know.'), icon: 'bookmark' },
  { to: '/search', label: msg('From a search'), text: msg('Describe what the collection is for.'), icon: 'search' },
  { to: '/tools', label: msg('From tools'), text: msg('Add the tools you use with your prompts.'), icon: 'box' },
]

/**
 * The items of a member's collection, which can be moved by buttons or dragging, annotated and removed. Screen readers
 * announce moves and removals.
 */
export function ItemListEditor({ collection, slug }: { collection: Collection; slug: string }) {
  const { items } = collection
  const { move, remove, annotate } = useEditItems(collection, slug)
  const [message, setMessage] = useState('')
  const [draggedId, setDraggedId] = useState<string | null>(null)
  /** The index of the row under the pointer while a row is dragged. */
  const [overIndex, setOverIndex] = useState<number | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const titleOf = (index: number) => items[index]?.target?.title ?? t('The item')

  /** Moves the item at the index `from` to the index `to`, counted from 0 in the current order. */
  const moveTo = (from: number, to: number) => {
    const item = items[from]
    if (!item || to < 0 || to >= items.length || from === to) return
    const next = items[to < from ? to : to + 1]
    const announcement = t('{title} is now {place} of {count}.', {
      title: titleOf(from),
      place: to + 1,
      count: items.length,
    })
    void move(item.id, next?.id ?? null).then((done) => setMessage(done ? announcement : ''))
  }
  const removeAt = (index: number) => {
    const item = items[index]
    if (!item) return
    const announcement = t('{titleOf} was removed.', { titleOf: titleOf(index) })
    void remove(item.id).then((done) => setMessage(done ? announcement : ''))
    // The row with the focused button disappears, so the focus moves to a neighboring row.
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-remove]')
    const neighbor = rows?.[index + 1] ?? rows?.[index - 1]
    if (neighbor) neighbor.focus()
    else list.current?.focus()
  }
  const draggedFrom = items.findIndex(({ id }) => id === draggedId)
  const drop = (event: DragEvent, to: number) => {
    event.preventDefault()
    if (draggedFrom !== -1) moveTo(draggedFrom, to)
    endDrag()
  }
  const endDrag = () => {
    setDraggedId(null)
    setOverIndex(null)
  }
  const dropSideOf = (index: number) => {
    if (draggedFrom === -1 || overIndex !== index || index === draggedFrom) return null
    return index < draggedFrom ? 'above' : 'below'
  }

  return (
    <>
      <p role="status" className="sr-only">
        {message}
      </p>
      {items.length === 0 && (
        <GetStarted links={startLinks}>
          {t('No items yet. Open a prompt, a tool or a comparison and select Add to collection.')}
        </GetStarted>
      )}
      <ol ref={list} tabIndex={-1} aria-label={t('Items')} className={items.length > 0 ? 'border-hair border-t' : ''}>
        {items.map((item, index) => (
          <ItemEditor
            key={item.id}
            item={item}
            position={index + 1}
            last={items.length}
            isDragged={draggedId === item.id}
            dropSide={dropSideOf(index)}
            onMove={(position) => moveTo(index, position - 1)}
            onRemove={() => removeAt(index)}
            onNote={(note) => annotate(item.id, note)}
            drag={{
              onDragStart: (event) => {
                event.dataTransfer.effectAllowed = 'move'
                // Firefox drags an element only if data is set.
                event.dataTransfer.setData('text/plain', titleOf(index))
                setDraggedId(item.id)
              },
              onDragOver: (event) => {
                if (draggedId === null) return
                event.preventDefault()
                setOverIndex(index)
              },
              onDrop: (event) => drop(event, index),
              onDragEnd: endDrag,
            }}
          />
        ))}
      </ol>
    </>
  )
}
