import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { plural, t } from '#lib/texts.ts'
import { Section } from '#ui/layout/section.tsx'
import { LateStyle } from '#ui/lists/late-style.tsx'
import intervalStyle from '#ui/lists/scaled-interval.css?url'
import { leaderboardQuery } from './leaderboard-queries.ts'
import tableStyle from './rating-table.css?url'
import { RatingTable } from './rating-table.tsx'

/** Shows the ratings of models on the prompt with this id. Renders nothing until there are enough votes. */
export function PromptRatings({ id }: { id: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: board } = useQuery(leaderboardQuery(api, { promptId: id }))
  if (!board?.models.some(({ rating }) => rating !== null)) return null
  return (
    <Section
      title={t('Measured')}
      isPart
      aside={plural(board.votes, '{count} blind vote on this prompt', '{count} blind votes on this prompt')}
    >
      <LateStyle href={intervalStyle} />
      <LateStyle href={tableStyle} />
      <RatingTable board={board} />
    </Section>
  )
}
