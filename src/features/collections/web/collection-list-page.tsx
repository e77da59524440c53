import { Link } from '@tanstack/react-router'
import { useSession } from '#features/accounts/web/session-store.ts'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import type { CollectionCard } from '#features/collections/contract.ts'
import type { Page } from '#lib/http-contract.ts'
import { pluralize } from '#lib/numbers.ts'
import { msg } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { EmptyPage } from '#ui/lists/empty.tsx'
import { GetStarted, type StartLinks } from '#ui/lists/get-started.tsx'
import { CollectionGrid } from './collection-grid.tsx'

const startLinks: StartLinks = [
  {
    to: '/my-collections',
    label: msg('Create a collection'),
    text: msg('Publish it, share it by link, or keep it private.'),
    icon: 'layers',
  },
  {
    to: '/prompts',
    label: msg('From prompts'),
    text: msg('Open one and select Add to collection.'),
    icon: 'file-text',
  },
  { to: '/tools', label: msg('From tools'), text: msg('Add the tools you use with your prompts.'), icon: 'box' },
]

/** Lists the public collections, most recently published first. */
export function CollectionListPage({ page, cursor }: { page: Page<CollectionCard>; cursor?: string }) {
  const { user } = useSession()
  return (
    <div className="wrap">
      <PageHead title="Collections">
        {page.total > 0 &&
          `${pluralize(page.total, 'collection')}${page.totalIsFloor ? ' or more' : ''} of prompts, tools and comparisons. `}
        <Link to="/my-collections" className="link">
          {user ? 'My Collections' : 'Make your own'}
        </Link>
      </PageHead>
      {page.items.length > 0 ? (
        <CollectionGrid collections={page.items} heading="h2" />
      ) : cursor ? (
        <EmptyPage />
      ) : (
        <GetStarted links={startLinks}>
          No public collections yet. A collection holds prompts, tools and comparisons in your order, with your notes.
        </GetStarted>
      )}
      <ListPaging nextCursor={page.nextCursor} cursor={cursor} />
    </div>
  )
}
