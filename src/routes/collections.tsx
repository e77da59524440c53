import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { orNotFound } from '#client/not-found.ts'
import { readPaging } from '#features/catalogue/web/list-search.ts'
import { PromptListPending } from '#features/catalogue/web/pending.tsx'
import { CollectionListPage } from '#features/collections/web/collection-list-page.tsx'
import { collectionsQuery } from '#features/collections/web/collection-queries.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { headOf } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/collections')({
  validateSearch: readPaging,
  loaderDeps: ({ search: { cursor } }) => ({ cursor }),
  loader: async ({ context: { queryClient, api }, deps: { cursor } }) => {
    await orNotFound(queryClient.query(collectionsQuery(api, cursor)))
  },
  head: ({ match }) =>
    headOf(match, {
      type: 'general',
      title: t('Collections'),
      description: t('Prompts, tools and comparisons that members put together.'),
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
