import { t } from '#lib/texts.ts'

type Props = {
  /** What screen readers call the group of buttons. */
  label: string
  /** The cursor of the current page. Undefined for the newest items. */
  cursor: string | undefined
  nextCursor: string | null
  /** Called with the cursor of the page to show, or undefined for the newest items. */
  onTurn: (cursor: string | undefined) => void
}

/** The buttons of a list within a page: one for older items, and one that returns to the newest. */
export function Pager({ label, cursor, nextCursor, onTurn }: Props) {
  if (!nextCursor && !cursor) return null
  return (
    <nav className="mt-4 flex justify-between gap-4" aria-label={label}>
      {cursor && (
        <button type="button" className="btn" onClick={() => onTurn(undefined)}>
          {t('Newest')}
        </button>
      )}
      {nextCursor && (
        <button type="button" className="btn ms-auto" onClick={() => onTurn(nextCursor)}>
          {t('Older')}
        </button>
      )}
    </nav>
  )
}
