import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ContributorListPage } from '#features/contributors/web/contributor-list-page.tsx'
import { contributorsQuery } from '#features/contributors/web/contributor-queries.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { readPaging } from '#web/list-search.ts'
import { orNotFound } from '#web/not-found.ts'
import { headOf } from '#web/page-meta.ts'

export const Route = createFileRoute('/contributors')({
  validateSearch: readPaging,
  loaderDeps: ({ search: { cursor } }) => ({ cursor }),
  loader: async ({ context: { queryClient, api }, deps }) => {
    await Promise.all([
      orNotFound(queryClient.query(contributorsQuery(api, deps))),
      queryClient.query(contributorsQuery(api, { limit: 1 })),
    ])
  },
  head: ({ match }) =>
    headOf(match, {
      type: 'general',
      title: 'Top Contributors',
      description: 'The people whose prompts are published here, by what their prompts come to.',
      path: '/contributors',
    }),
  notFoundComponent: NotFoundPage,
  component: ContributorsRoute,
})

function ContributorsRoute() {
  const { api } = Route.useRouteContext()
  const { cursor } = Route.useSearch()
  const { data: page } = useSuspenseQuery(contributorsQuery(api, { cursor }))
  const { data: first } = useSuspenseQuery(contributorsQuery(api, { limit: 1 }))
  return <ContributorListPage page={page} best={first.items[0]?.score ?? 0} cursor={cursor} />
}
