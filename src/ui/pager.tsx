type Props = {
  /** Names the keys for who can't see where they stand. */
  label: string
  /** Where the page that is shown begins; undefined for the newest. */
  cursor: string | undefined
  nextCursor: string | null
  onTurn: (cursor: string | undefined) => void
}

/** Turns the pages of a list that stands within a page: to older ones, and back to the newest. */
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
