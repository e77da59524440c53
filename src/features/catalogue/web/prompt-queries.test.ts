import { describe, expect, it } from 'vitest'
import { createApi } from '#client/api.ts'
import { createQueryClient } from '#client/query-client.ts'
import { fakeTransport, jsonReply } from '#test/fakes/transport.ts'
import { categoriesQuery, categoryQuery } from './category-queries.ts'
import {
  categoryPromptsQuery,
  featuredPromptsQuery,
  highestRatedPromptsQuery,
  mostCopiedPromptsQuery,
  newestPromptsQuery,
  promptQuery,
  promptsQuery,
  recentPromptsQuery,
  relatedPromptsQuery,
} from './prompt-queries.ts'

describe('the queries of the catalogue', () => {
  const transport = fakeTransport(jsonReply({}))
  const api = createApi({ fetch: transport })
  const paging = { cursor: 'c1', limit: 20 }
  const cases = [
    [promptQuery(api, 'haiku'), '/api/prompts/haiku', ['/api/prompts/{id}', { id: 'haiku' }]],
    [relatedPromptsQuery(api, 'haiku'), '/api/prompts/related/haiku', ['/api/prompts/related/{id}', { id: 'haiku' }]],
    [promptsQuery(api), '/api/prompts', ['/api/prompts', {}]],
    [
      promptsQuery(api, { sort: 'popular', tag: 'poem' }),
      '/api/prompts?sort=popular&tag=poem',
      ['/api/prompts', { sort: 'popular', tag: 'poem' }],
    ],
    [newestPromptsQuery(api, paging), '/api/prompts/newest?cursor=c1&limit=20', ['/api/prompts/newest', paging]],
    [recentPromptsQuery(api, paging), '/api/prompts/recent?cursor=c1&limit=20', ['/api/prompts/recent', paging]],
    [highestRatedPromptsQuery(api), '/api/prompts/highest-rated', ['/api/prompts/highest-rated', {}]],
    [mostCopiedPromptsQuery(api), '/api/prompts/most-copied', ['/api/prompts/most-copied', {}]],
    [featuredPromptsQuery(api), '/api/prompts/featured', ['/api/prompts/featured']],
    [
      categoryPromptsQuery(api, 'general', { cursor: 'c2' }),
      '/api/prompts/category/general?cursor=c2',
      ['/api/prompts/category/{id}', { id: 'general', cursor: 'c2' }],
    ],
    [categoriesQuery(api), '/api/categories', ['/api/categories']],
    [categoryQuery(api, 'general'), '/api/categories/general', ['/api/categories/{id}', { id: 'general' }]],
  ] as const

  it.each(cases.map(([options, path, key]) => ({ options, path, key })))(
    'read $path, under a key with the endpoint’s path and parameters',
    async ({ options, path, key }) => {
      await createQueryClient().query({ queryKey: options.queryKey, queryFn: options.queryFn as () => unknown })
      expect(transport.sent.at(-1)?.path).toBe(path)
      expect(options.queryKey).toEqual(key)
    },
  )
})
