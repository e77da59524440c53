import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { Collection } from '#features/collections/contract.ts'
import { moveBefore } from '#features/collections/rules.ts'
import { t } from '#lib/texts.ts'
import { ownCollectionQuery } from './collection-queries.ts'
import { useChangeCollections } from './use-change-collections.ts'

/**
 * Returns functions that move, remove and annotate the items of a collection, and resolve to undefined on failure. Moves
 * and removals are shown immediately. The list is fetched again after each request, because the request may have failed,
 * and another tab may have changed the list.
 */
export function useEditItems({ id, items }: Collection, slug: string) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const change = useChangeCollections()
  const { queryKey } = ownCollectionQuery(api, slug)

  const updateItems = (update: (items: Collection['items']) => Collection['items']) =>
    queryClient.setQueryData(queryKey, (cached) => cached && { ...cached, items: update(cached.items) })

  return {
    /** Moves an item before another one, or to the end if `before` is null. */
    move: (itemId: string, before: string | null) => {
      const order = moveBefore(
        items.map((item) => item.id),
        itemId,
        before,
      )
      updateItems((cached) => cached.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)))
      const params = { id, itemId }
      return change(
        (api) => api('POST /api/collections/{id}/items/{itemId}/move', { params, body: { before } }),
        t('The item was not moved'),
      )
    },
    remove: (itemId: string) => {
      updateItems((cached) => cached.filter((item) => item.id !== itemId))
      const params = { id, itemId }
      return change(
        (api) => api('DELETE /api/collections/{id}/items/{itemId}', { params }),
        t('The item was not removed'),
      )
    },
    annotate: (itemId: string, note: string) => {
      const params = { id, itemId }
      return change(
        (api) => api('PATCH /api/collections/{id}/items/{itemId}', { params, body: { note } }),
        t('The note was not saved'),
      )
    },
  }
}
