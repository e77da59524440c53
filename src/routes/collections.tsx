import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { PromptListPending } from '#features/catalogue/web/pending.tsx'
import { CollectionListPage } from '#features/collections/web/collection-list-page.tsx'
import { collectionsQuery } from '#features/collections/web/collection-queries.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { readPaging } from '#web/list-search.ts'
import { orNotFound } from '#web/not-found.ts'
import { headOf } from '#web/page-meta.ts'

export const Route = createFileRoute('/collections')({
  validateSearch: readPaging,
  loaderDeps: ({ search: { cursor } }) => ({ cursor }),
  loader: async ({ context: { queryClient, api }, deps: { cursor } }) => {
    await orNotFound(queryClient.query(collectionsQuery(api, cursor)))
  },
  head: ({ match }) =>
    headOf(match, {
      type: 'general',
      title: 'Collections',
      description: 'Prompts, tools and comparisons that members put together.',
      path: '/collections',
    }),
  pendingComponent: PromptListPending,
  notFoundComponent: NotFoundPage,
  component: CollectionsRoute,
})

function CollectionsRoute() {
  const { api } = Route.useRouteContext()
  const { cursor } = Route.useSearch()
  const { data: page } = useSuspenseQuery(collectionsQuery(api, cursor))
  return <CollectionListPage page={page} cursor={cursor} />
}
