import { environmentManager, type QueryKey, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createQueryClient } from '#client/query-client.ts'
import { refetchGroupLists } from './refetch-group-lists.ts'

beforeEach(() => environmentManager.setIsServer(() => false))
afterEach(() => environmentManager.setIsServer(() => true))

it('requests at most three lists of the page again, and marks those of other pages as stale', async () => {
  const queryClient = createQueryClient()
  const requested: string[] = []
  const show = (queryKey: QueryKey) => {
    queryClient.setQueryData(queryKey, 'of everybody')
    const queryFn = async () => {
      requested.push(JSON.stringify(queryKey))
      return 'with those of groups'
    }
    return new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => {})
  }
  const page: QueryKey[] = [
    ['/api/filters', { category: 'research' }],
    ['/api/prompts', { category: 'research' }],
    ['/api/categories'],
    ['/api/prompts', { featured: 'true' }],
    ['/api/prompts/related/{id}', { id: 'a' }],
    ['/api/prompts/{id}', { id: 'a' }],
  ]
  const stops = page.map(show)
  queryClient.setQueryData(['/api/prompts/newest'], 'of everybody')

  await refetchGroupLists(queryClient)
  expect(requested.toSorted()).toEqual([
    '["/api/prompts",{"category":"research"}]',
    '["/api/prompts",{"featured":"true"}]',
    '["/api/prompts/related/{id}",{"id":"a"}]',
  ])
  const isStale = (queryKey: QueryKey) => queryClient.getQueryState(queryKey)?.isInvalidated
  expect(isStale(['/api/prompts/newest'])).toBe(true)
  expect(isStale(['/api/filters', { category: 'research' }])).toBe(true)
  expect([isStale(['/api/categories']), isStale(['/api/prompts/{id}', { id: 'a' }])]).toEqual([false, false])
  for (const stop of stops) stop()
})
