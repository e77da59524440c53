import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { orNotFound } from '#client/not-found.ts'
import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import { readText } from '#features/catalogue/web/list-search.ts'
import { LeaderboardPage } from '#features/comparison/web/ratings/leaderboard-page.tsx'
import { leaderboardQuery } from '#features/comparison/web/ratings/leaderboard-queries.ts'
import { modelsQuery } from '#features/models/web/model-queries.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { headOf } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/models')({
  validateSearch: (search: Record<string, unknown>): { category?: string } => ({ category: readText(search.category) }),
  loaderDeps: ({ search: { category } }) => ({ category }),
  loader: async ({ context: { queryClient, api }, deps: { category } }) => {
    await Promise.all([
      orNotFound(queryClient.query(leaderboardQuery(api, { category }))),
      queryClient.query(categoriesQuery(api)),
      queryClient.query(modelsQuery(api)),
    ])
  },
  head: ({ match }) =>
    headOf(match, {
      type: 'general',
      title: t('Models'),
      description: t('Language models ranked by blind votes, with 95% intervals, answer times and prices.'),
      path: '/models',
    }),
  notFoundComponent: NotFoundPage,
  component: ModelsRoute,
})

function ModelsRoute() {
  const { api } = Route.useRouteContext()
  const { category } = Route.useSearch()
  const { data: board } = useSuspenseQuery(leaderboardQuery(api, { category }))
  const { data: categories } = useSuspenseQuery(categoriesQuery(api))
  const { data: models } = useSuspenseQuery(modelsQuery(api))
  return <LeaderboardPage board={board} models={models} categories={categories} category={category} />
}
