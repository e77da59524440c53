import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isNotFoundError } from '#client/not-found.ts'
import type { Collection } from '#features/collections/contract.ts'
import { t } from '#lib/texts.ts'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { CollectionPage } from './collection-page.tsx'
import { ownCollectionQuery } from './collection-queries.ts'

/**
 * Shows a signed-in member a collection that not everybody may see, such as their own private one. Renders `missing` if
 * this member may not see it either.
 */
export function OwnCollectionPage({
  slug,
  missing,
  renderActions,
  renderApps,
}: {
  slug: string
  missing: ReactNode
  renderActions: (collection: Collection) => ReactNode
  renderApps: (collection: Collection) => ReactNode
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data, error, refetch } = useQuery(ownCollectionQuery(api, slug))
  if (data) return <CollectionPage collection={data} actions={renderActions(data)} apps={renderApps(data)} />
  if (isNotFoundError(error)) return missing
  if (error)
    return (
      <div className="wrap pt-6">
        <LoadFailure title={t('The collection could not be loaded')} error={error} onRetry={() => refetch()} />
      </div>
    )
  return <div className="min-h-160" aria-busy="true" />
}
