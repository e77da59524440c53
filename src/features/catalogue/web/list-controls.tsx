import { Link } from '@tanstack/react-router'
import ArrowRight from 'lucide-react/icons/arrow-right'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Rows3 from 'lucide-react/icons/rows-3'

export type ListView = 'cards' | 'table'

/** Cards or table: two addresses of the same list. */
export function ViewSwitch({ view }: { view: ListView }) {
  return (
    <nav className="seg" aria-label="View">
      <Link
        to="."
        search={(old) => ({ ...old, view: undefined })}
        aria-current={view === 'cards' ? 'true' : undefined}
        replace
      >
        <LayoutGrid className="icon-sm" />
        Cards
      </Link>
      <Link
        to="."
        search={(old) => ({ ...old, view: 'table' })}
        aria-current={view === 'table' ? 'true' : undefined}
        replace
      >
        <Rows3 className="icon-sm" />
        Table
      </Link>
    </nav>
  )
}

/** The way to the list's next page, and back to its first. */
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
          <ArrowRight className="icon-sm" />
        </Link>
      )}
    </nav>
  )
}
