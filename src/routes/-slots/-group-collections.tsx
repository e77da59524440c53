import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { CollectionGrid } from '#features/collections/web/collection-grid.tsx'
import { groupCollectionsQuery } from '#features/collections/web/collection-queries.ts'
import type { Group } from '#features/groups/contract.ts'
import { t } from '#lib/texts.ts'
import { Section } from '#ui/layout/section.tsx'
import { Empty } from '#ui/lists/empty.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'

/** The collections that are shared with a group, for its members. */
export function GroupCollections({ group: { slug, role } }: { group: Group }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: collections, error, refetch } = useQuery(groupCollectionsQuery(api, slug))
  return (
    <Section
      title={t('Collections')}
      aside={collections && collections.length > 0 && collections.length}
      more={
        role !== 'reader' && (
          <Link to="/my-collections" className="link">
            {t('My Collections')}
          </Link>
        )
      }
    >
      {error && !collections && (
        <LoadFailure title={t('The collections could not be loaded')} error={error} onRetry={() => refetch()} />
      )}
      {!collections && !error && <div className="min-h-20" aria-busy="true" />}
      {collections?.length === 0 && <Empty>{t('No collections yet. Writers share theirs with the group.')}</Empty>}
      {collections && collections.length > 0 && <CollectionGrid collections={collections} />}
    </Section>
  )
}
