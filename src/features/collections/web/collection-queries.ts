import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import { collectionLimits, type ItemKind } from '#features/collections/rules.ts'

/** A page of public collections. */
export function collectionsQuery(api: Api, cursor?: string) {
  return queryOptions(apiQuery(api, 'GET /api/collections', { query: { cursor } }))
}

/** The collections that are shared with a group, for its members. */
export function groupCollectionsQuery(api: Api, slug: string) {
  const options = apiQuery(api, 'GET /api/groups/{slug}/collections', { params: { slug } })
  return queryOptions({ ...options, staleTime: 0 })
}

/** The newest public collections of a member, for their page. */
export function collectionsOfQuery(api: Api, owner: string) {
  return queryOptions(apiQuery(api, 'GET /api/collections', { query: { owner, limit: collectionLimits.ofOwner } }))
}

/** One collection with its items, by id, slug or former slug. */
export function collectionQuery(api: Api, id: string) {
  return queryOptions(apiQuery(api, 'GET /api/collections/{id}', { params: { id } }))
}

/**
 * One collection for its owner, with the items that are no longer public. It is always fetched again, cached apart from
 * the response for everybody, and removed from the cache at logout.
 */
export function ownCollectionQuery(api: Api, id: string) {
  return queryOptions({ ...collectionQuery(api, id), queryKey: ['/api/user/collections', id], staleTime: 0 })
}

/**
 * The member's collections. With `target`, each says whether it contains that prompt, tool or comparison. They are
 * always fetched again, because many pages can change them.
 */
export function ownCollectionsQuery(api: Api, target?: { kind: ItemKind; id: string }) {
  const query = target ? { kind: target.kind, target: target.id } : {}
  return queryOptions({ ...apiQuery(api, 'GET /api/user/collections', { query }), staleTime: 0 })
}
