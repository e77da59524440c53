import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { listPageSize } from '#features/catalogue/rules.ts'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { pageCursor, pageNumberOf } from './list-search.ts'

export type ListView = 'cards' | 'table'

/** Links that switch between cards and table. Each view has its own URL. */
export function ViewSwitch({ view }: { view: ListView }) {
  return (
    <nav className="seg" aria-label={t('View')}>
      <Link
        to="."
        search={(old) => ({ ...old, view: undefined })}
        activeOptions={{ exact: true }}
        aria-current={view === 'cards' ? 'true' : undefined}
        replace
      >
        <Icon name="layout-grid" className="icon-sm max-sm:hidden" />
        {t('Cards')}
      </Link>
      <Link
        to="."
        search={(old) => ({ ...old, view: 'table' })}
        activeOptions={{ exact: true }}
        aria-current={view === 'table' ? 'true' : undefined}
        replace
      >
        <Icon name="rows-3" className="icon-sm max-sm:hidden" />
        {t('Table')}
      </Link>
    </nav>
  )
}

/** `cursor` is where the shown page begins. The first page has none. */
type Paging = { nextCursor: string | null; cursor?: string }

/** Links to the list's next page and back to its first page, with `children` between them. */
export function ListPaging({ nextCursor, cursor, children }: Paging & { children?: ReactNode }) {
  if (!nextCursor && !cursor) return null
  return (
    <nav className="mt-4 flex items-center justify-between gap-4" aria-label={t('Pages')}>
      {cursor && (
        <Link to="." search={(old) => ({ ...old, cursor: undefined })} className="link font-semibold text-small">
          {t('First page')}
        </Link>
      )}
      {children}
      {nextCursor && (
        <Link to="." search={(old) => ({ ...old, cursor: nextCursor })} className="btn ms-auto" rel="next">
          {t('Next')}
          <Icon name="arrow-right" className="icon-sm" />
        </Link>
      )}
    </nav>
  )
}

/**
 * Like `ListPaging`, but also shows the page's number, which the cursor in the URL contains. With `totalIsFloor`, the
 * list may be longer than `total`, so the number of pages is left out.
 */
export function NumberedPaging({
  page: { nextCursor, total, totalIsFloor },
  cursor,
}: {
  page: Pick<Page<unknown>, 'nextCursor' | 'total' | 'totalIsFloor'>
  cursor?: string
}) {
  const number = pageNumberOf(cursor)
  const pages = Math.max(Math.ceil(total / listPageSize), number ?? 1)
  return (
    <ListPaging nextCursor={nextCursor && number ? pageCursor(number + 1, nextCursor) : nextCursor} cursor={cursor}>
      {number && (
        <span className="ms-auto text-ink-2 text-small">
          {totalIsFloor ? t('Page {number}', { number }) : t('Page {number} of {pages}', { number, pages })}
        </span>
      )}
    </ListPaging>
  )
}
