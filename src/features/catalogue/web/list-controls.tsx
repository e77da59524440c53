import { Link } from '@tanstack/react-router'
import { Icon } from '#ui/icon.tsx'

export type ListView = 'cards' | 'table'

/** Links that switch between cards and table. Each view has its own URL. */
export function ViewSwitch({ view }: { view: ListView }) {
  return (
    <nav className="seg" aria-label="View">
      <Link
        to="."
        search={(old) => ({ ...old, view: undefined })}
        activeOptions={{ exact: true }}
        aria-current={view === 'cards' ? 'true' : undefined}
        replace
      >
        <Icon name="layout-grid" className="icon-sm" />
        Cards
      </Link>
      <Link
        to="."
        search={(old) => ({ ...old, view: 'table' })}
        activeOptions={{ exact: true }}
        aria-current={view === 'table' ? 'true' : undefined}
        replace
      >
        <Icon name="rows-3" className="icon-sm" />
        Table
      </Link>
    </nav>
  )
}

/** Links to the list's next page and back to its first. */
export function ListPaging({ nextCursor, cursor }: { nextCursor: string | null; cursor?: string }) {
  if (!nextCursor && !cursor) return null
  return (
    <nav className="mt-4 flex items-center justify-between gap-4" aria-label="Pages">
      {cursor && (
        <Link to="." search={(old) => ({ ...old, cursor: undefined })} className="link font-semibold text-small">
          First page
        </Link>
      )}
      {nextCursor && (
        <Link to="." search={(old) => ({ ...old, cursor: nextCursor })} className="btn ml-auto" rel="next">
          Next
          <Icon name="arrow-right" className="icon-sm" />
        </Link>
      )}
    </nav>
  )
}
