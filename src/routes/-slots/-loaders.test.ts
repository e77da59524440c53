import { join } from 'node:path'
import { isNotFound } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { ApiError } from '#client/api-error.ts'
import { createQueryClient } from '#client/query-client.ts'

const routeAt = (path: string) => import(/* @vite-ignore */ join(import.meta.dirname, '..', `${path}.tsx`))

it.each(['admin/edit-prompt', 'compare/index', 'create-prompt', 'prompt/$slug_.edit', 'sitemap'])(
  'the loader of %s only fills the query cache: what it returned would be in the document twice',
  async (name) => {
    const { Route } = await routeAt(name)
    const context = { queryClient: createQueryClient(), api: async () => [] }
    expect(await Route.options.loader({ context })).toBeUndefined()
    expect(context.queryClient.getQueryCache().getAll()).toHaveLength(1)
  },
)

it.each(['compare/$id', 'prompt/$slug', 'tools/$slug'])(
  'the loader of %s shows the 404 page if the address has a place in the comments that can’t exist',
  async (name) => {
    const { Route } = await routeAt(name)
    const thing = {
      id: '1',
      slug: 'x',
      url: 'https://example.org',
      status: 'published',
      shared: true,
      tags: [],
      variables: [],
      testedWith: [],
    }
    const api = async (endpoint: string) => {
      if (endpoint.endsWith('/comments')) throw new ApiError(400, 'validation_failed', 'The cursor is invalid.')
      return { ...thing, category: { slug: 'general' }, answers: [], content: '' }
    }
    const context = { queryClient: createQueryClient(), api }
    const loading = Route.options.loader({ context, params: { id: '1', slug: 'x' }, deps: { comments: 'y' } })
    await expect(loading).rejects.toSatisfy(isNotFound)
  },
)
