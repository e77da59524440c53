import { Link } from '@tanstack/react-router'
import { useSession } from '#features/accounts/web/session-store.ts'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import type { CollectionCard } from '#features/collections/contract.ts'
import type { Page } from '#lib/http-contract.ts'
import { msg, plural, t } from '#lib/texts.ts'
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
      <PageHead title={t('Collections')}>
        {page.total > 0 &&
          `${
            page.totalIsFloor
              ? t('{total} collections or more of prompts, tools and comparisons.', { total: page.total })
              : plural(
                  page.total,
                  '{count} collection of prompts, tools and comparisons.',
                  '{count} collections of prompts, tools and comparisons.',
                )
          } `}
        <Link to="/my-collections" className="link">
          {user ? t('My Collections') : t('Make your own')}
        </Link>
      </PageHead>
      {page.items.length > 0 ? (
        <CollectionGrid collections={page.items} heading="h2" />
      ) : cursor ? (
        <EmptyPage />
      ) : (
        <GetStarted links={startLinks}>
          {t(
            'No public collections yet. A collection holds prompts, tools and comparisons in your order, with your notes.',
          )}
        </GetStarted>
      )}
      <ListPaging nextCursor={page.nextCursor} cursor={cursor} />
    </div>
  )
}
