import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { BlindRoundPage } from '#features/comparison/web/blind/blind-round-page.tsx'
import { leaderboardQuery } from '#features/comparison/web/ratings/leaderboard-queries.ts'
import { hasLanguageModel } from '#features/models/rules.ts'
import { modelsQuery } from '#features/models/web/model-queries.ts'
import { pageHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/compare/vote')({
  loader: async ({ context: { queryClient, api } }) => {
    await Promise.all([queryClient.query(leaderboardQuery(api, {})), queryClient.query(modelsQuery(api))])
  },
  head: () =>
    pageHead({
      type: 'general',
      title: t('Blind votes'),
      description: t('Two answers to one prompt, without the models’ names. Vote for the better one. It’s free.'),
      path: '/compare/vote',
    }),
  component: BlindVoteRoute,
})

function BlindVoteRoute() {
  const { api } = Route.useRouteContext()
  const { data: board } = useSuspenseQuery(leaderboardQuery(api, {}))
  const { data: models } = useSuspenseQuery(modelsQuery(api))
  return <BlindRoundPage mayHaveRounds={board.votes > 0 || hasLanguageModel(models)} />
}
