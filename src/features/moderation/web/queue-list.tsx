import type { ReactNode } from 'react'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import { Empty, EmptyPage } from '#ui/lists/empty.tsx'
import { QueueLegend } from './queue-legend.tsx'

type Props<Item> = {
  page: { items: Item[]; nextCursor: string | null } | undefined
  cursor: string | undefined
  /** The text that is shown if the queue has no items. */
  empty: string
  children: (item: Item) => ReactNode
}

/**
 * Lists a page of a queue below a line about its keyboard shortcuts and times, or nothing while the page loads. `children`
 * renders an item as a `QueueRow`.
 */
export function QueueList<Item>({ page, cursor, empty, children }: Props<Item>) {
  if (!page) return null
  return (
    <>
      {page.items.length === 0 ? (
        cursor ? (
          <EmptyPage />
        ) : (
          <Empty>{empty}</Empty>
        )
      ) : (
        <>
          <QueueLegend />
          <ul className="border-ink border-t-2">{page.items.map(children)}</ul>
        </>
      )}
      <ListPaging nextCursor={page.nextCursor} cursor={cursor} />
    </>
  )
}
