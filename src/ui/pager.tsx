type Props = {
  /** The label of the buttons for screen readers. */
  label: string
  /** The cursor of the current page; undefined for the newest. */
  cursor: string | undefined
  nextCursor: string | null
  onTurn: (cursor: string | undefined) => void
}

/** Buttons for paging through a list that is part of a page: to older items, and back to the newest. */
export function Pager({ label, cursor, nextCursor, onTurn }: Props) {
  if (!nextCursor && !cursor) return null
  return (
    <nav className="mt-4 flex justify-between gap-4" aria-label={label}>
      {cursor && (
        <button type="button" className="btn" onClick={() => onTurn(undefined)}>
          Newest
        </button>
      )}
      {nextCursor && (
        <button type="button" className="btn ml-auto" onClick={() => onTurn(nextCursor)}>
          Older
        </button>
      )}
    </nav>
  )
}
