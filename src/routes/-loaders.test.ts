import { expect, it } from 'vitest'
import { createQueryClient } from '#web/query-client.ts'

it.each(['admin.edit-prompt', 'compare.index', 'create-prompt', 'prompt.$slug_.edit', 'sitemap'])(
  'the loader of %s only fills the query cache: what it returned would be in the document twice',
  async (name) => {
    const { Route } = await import(`./${name}.tsx`)
    const context = { queryClient: createQueryClient(), api: async () => [] }
    expect(await Route.options.loader({ context })).toBeUndefined()
    expect(context.queryClient.getQueryCache().getAll()).toHaveLength(1)
  },
)
