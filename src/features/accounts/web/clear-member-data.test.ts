import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { Api } from '#client/api.ts'
import { contract } from '#contract'
import { ownCollectionQuery } from '#features/collections/web/collection-queries.ts'
import { promptVersionsQuery } from '#features/writing/web/own-prompt-queries.ts'
import { clearMemberData } from './clear-member-data.ts'

const api = (() => undefined) as unknown as Api

/** Returns those of these queries whose cached data stays when the member logs out. */
function findStillCached(queryKeys: QueryKey[], member?: { hasGroups: boolean }): QueryKey[] {
  const queryClient = new QueryClient()
  for (const queryKey of queryKeys) queryClient.setQueryData(queryKey, 'data')
  clearMemberData(queryClient, member)
  return queryKeys.filter((queryKey) => queryClient.getQueryData(queryKey) !== undefined)
}

it('removes the cached responses of all endpoints that need a session', () => {
  const endpoints = Object.values(contract).filter((endpoint) => endpoint.method === 'get' && 'security' in endpoint)
  const paths = endpoints.map(({ path }) => path)
  expect(paths).toContain('/api/prompts/{id}/value-sets')
  expect(findStillCached(paths.map((path) => [path, { id: '1' }]))).toEqual([])
})

it('removes responses that the server gives some members more of: a private collection, and a draft’s versions', () => {
  const queryKeys = [ownCollectionQuery(api, 'tea').queryKey, promptVersionsQuery(api, 'tea').queryKey]
  expect(findStillCached(queryKeys)).toEqual([])
})

it('keeps what everybody sees', () => {
  const paths = [
    '/api/prompts',
    '/api/prompts/{id}',
    '/api/prompts/{id}/comments',
    '/api/collections/{id}',
    '/api/home',
  ]
  const queryKeys = paths.map((path) => [path])
  expect(findStillCached(queryKeys)).toEqual(queryKeys)
})

it('keeps nothing after a member with groups, whose prompts are cached like those of everybody', () => {
  expect(findStillCached([['/api/prompts/{id}', { id: 'of a group' }], ['/api/search']], { hasGroups: true })).toEqual(
    [],
  )
})
