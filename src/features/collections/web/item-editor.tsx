import { Link } from '@tanstack/react-router'
import { type HTMLAttributes, useState } from 'react'
import type { CollectionItem } from '#features/collections/contract.ts'
import { collectionLimits as limits, pathOfTarget } from '#features/collections/rules.ts'
import { t } from '#lib/texts.ts'
import { focusOnMount } from '#ui/focus-on-mount.ts'
import { TextArea } from '#ui/forms/form-controls.tsx'
import { hidden } from '#ui/hidden-text.tsx'
import { Icon } from '#ui/icon.tsx'
import { rich } from '#ui/rich.ts'
import { ItemPositionField } from './item-position-field.tsx'

type Props = {
  item: CollectionItem
  /** The item's number in the list, from 1 to `last`. */
  position: number
  last: number
  isDragged: boolean
  /** Where a dragged row would be inserted if it were dropped on this row. */
  dropSide: 'above' | 'below' | null
  onMove: (position: number) => void
  onRemove: () => void
  /** Saves the note. Resolves to undefined if that fails. */
  onNote: (note: string) => Promise<unknown>
  drag: Pick<HTMLAttributes<HTMLLIElement>, 'onDragStart' | 'onDragOver' | 'onDrop' | 'onDragEnd'>
}

const dropMarks = { above: 'border-ink border-t-2', below: 'border-ink' }

/**
 * Shows an item of a member's collection with its buttons. The row can be moved by dragging, by its arrow buttons or by
 * its number field.
 */
export function ItemEditor({ item, position, last, isDragged, dropSide, onMove, onRemove, onNote, drag }: Props) {
  const { kind, note, target } = item
  const [isWriting, setWriting] = useState(false)
  const [isTyping, setTyping] = useState(false)
  const title = target?.title ?? t('An item that is no longer public')
  return (
    <li
      {...drag}
      draggable={!isWriting && !isTyping}
      className={`flex flex-wrap items-start gap-3 border-b py-3 ${isDragged ? 'bg-hover' : ''} ${dropSide ? dropMarks[dropSide] : 'border-hair'}`}
      data-cat={target?.category?.slug}
    >
      <ItemPositionField
        position={position}
        last={last}
        title={title}
        onMove={onMove}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
      />
      <div className="min-w-0 flex-1 basis-60">
        {target ? (
          <Link to={pathOfTarget(kind, target.slug)} className="link font-semibold" dir="auto" draggable={false}>
            {title}
          </Link>
        ) : (
          <p className="text-ink-2">{t('{title}. Others can’t see it.', { title })}</p>
        )}
        {!isWriting && note && (
          <p className="mt-1 border-accent-line border-s-4 ps-3 [overflow-wrap:anywhere]" dir="auto">
            {note}
          </p>
        )}
        {isWriting && (
          <NoteForm
            note={note}
            title={title}
            onSave={async (text) => {
              if (await onNote(text)) setWriting(false)
            }}
            onCancel={() => setWriting(false)}
          />
        )}
      </div>
      <div className="ms-auto flex gap-2">
        {!isWriting && (
          <button type="button" className="btn" onClick={() => setWriting(true)}>
            {note
              ? rich('Edit note<hidden> on {title}</hidden>', { title, hidden })
              : rich('Add note<hidden> to {title}</hidden>', { title, hidden })}
          </button>
        )}
        <IconButton
          icon="arrow-up"
          label={t('Move {title} up', { title })}
          disabled={position === 1}
          onClick={() => onMove(position - 1)}
        />
        <IconButton
          icon="arrow-down"
          label={t('Move {title} down', { title })}
          disabled={position === last}
          onClick={() => onMove(position + 1)}
        />
        <IconButton icon="x" label={t('Remove {title}', { title })} onClick={onRemove} removes />
      </div>
    </li>
  )
}

/**
 * A button that keeps the focus when it becomes `disabled`, so that keyboard users can continue from there. `removes`
 * marks it with `data-remove`, so that `ItemListEditor` can focus it after another item is removed.
 */
function IconButton({
  icon,
  label,
  disabled = false,
  removes,
  onClick,
}: {
  icon: 'arrow-up' | 'arrow-down' | 'x'
  label: string
  disabled?: boolean
  removes?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className="btn px-3"
      aria-label={label}
      aria-disabled={disabled || undefined}
      data-remove={removes && ''}
      onClick={disabled ? undefined : onClick}
    >
      <Icon name={icon} className="icon-sm" />
    </button>
  )
}

function NoteForm({
  note,
  title,
  onSave,
  onCancel,
}: {
  note: string
  title: string
  onSave: (note: string) => Promise<void>
  onCancel: () => void
}) {
  return (
    <form
      className="mt-2 grid max-w-160 gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void onSave(String(new FormData(event.currentTarget).get('note') ?? ''))
      }}
    >
      <TextArea
        label={t('Note on {title}', { title })}
        name="note"
        rows={2}
        maxLength={limits.noteMax}
        defaultValue={note}
        ref={focusOnMount}
        dir="auto"
      />
      <div className="flex gap-2">
        <button type="submit" className="btn btn-primary">
          {t('Save note')}
        </button>
        <button type="button" className="btn" onClick={onCancel}>
          {t('Cancel')}
        </button>
      </div>
    </form>
  )
}
