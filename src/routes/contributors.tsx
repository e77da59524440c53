import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { orNotFound } from '#client/not-found.ts'
import { apiPageOf, readPaging } from '#features/catalogue/web/list-search.ts'
import { type Period, periods } from '#features/contributors/rules.ts'
import { ContributorListPage } from '#features/contributors/web/contributor-list-page.tsx'
import { contributorsQuery } from '#features/contributors/web/contributor-queries.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { headOf } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'
import { FollowPerson } from './-slots/-follow-person.tsx'

export const Route = createFileRoute('/contributors')({
  validateSearch: (search: Record<string, unknown>): { cursor?: string; period?: Period } => ({
    ...readPaging(search),
    period: periods.find((period) => period === search.period && period !== 'all'),
  }),
  loaderDeps: ({ search }) => ({ period: search.period, ...apiPageOf(search) }),
  loader: async ({ context: { queryClient, api }, deps }) => {
    await Promise.all([
      orNotFound(queryClient.query(contributorsQuery(api, deps))),
      queryClient.query(contributorsQuery(api, { limit: 1, period: deps.period })),
    ])
  },
  head: ({ match }) =>
    headOf(match, {
      type: 'general',
      title: t('Top Contributors'),
      description: t('The authors of the prompts published here, ranked by score.'),
      path: '/contributors',
    }),
  notFoundComponent: NotFoundPage,
  component: ContributorsRoute,
})

function ContributorsRoute() {
  const { api } = Route.useRouteContext()
  const { cursor, period } = Route.useSearch()
  const { data: page } = useSuspenseQuery(contributorsQuery(api, { period, ...apiPageOf({ cursor }) }))
  const { data: top } = useSuspenseQuery(contributorsQuery(api, { limit: 1, period }))
  return (
    <ContributorListPage
      page={page}
      highestScore={top.items[0]?.score ?? 0}
      period={period}
      cursor={cursor}
      renderActions={({ username }) => <FollowPerson username={username} />}
    />
  )
}
