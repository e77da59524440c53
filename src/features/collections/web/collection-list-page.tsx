import { Link } from '@tanstack/react-router'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import type { CollectionCard } from '#features/collections/contract.ts'
import type { Page } from '#lib/http-contract.ts'
import { pluralize } from '#lib/numbers.ts'
import { Empty } from '#ui/empty.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { CollectionGrid } from './collection-grid.tsx'

/** The public collections, last made public first. */
export function CollectionListPage({ page, cursor }: { page: Page<CollectionCard>; cursor?: string }) {
  return (
    <div className="wrap">
      <PageHead title="Collections">
        {page.total > 0 &&
          `${pluralize(page.total, 'collection')}${page.totalIsFloor ? ' or more' : ''} of prompts, tools and comparisons. `}
        <Link to="/my-collections" className="link">
          My Collections
        </Link>
      </PageHead>
      {page.items.length > 0 ? (
        <CollectionGrid collections={page.items} heading="h2" />
      ) : (
        <Empty
          action={
            <Link to="/my-collections" className="btn">
              Make one
            </Link>
          }
        >
          No public collections yet.
        </Empty>
      )}
      <ListPaging nextCursor={page.nextCursor} cursor={cursor} />
    </div>
  )
}
