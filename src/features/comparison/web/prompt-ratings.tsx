import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { pluralize } from '#lib/numbers.ts'
import { leaderboardQuery } from './leaderboard-queries.ts'
import { RatingTable } from './rating-table.tsx'
import './rating-table.css'

/** The ratings of models on one prompt (id); nothing before there are enough votes. */
export function PromptRatings({ id }: { id: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: board } = useQuery(leaderboardQuery(api, { promptId: id }))
  if (!board?.models.some(({ rating }) => rating !== null)) return null
  return (
    <section aria-label="Measured" className="mt-8">
      <h3 className="mb-2 text-card">
        Measured{' '}
        <span className="font-normal text-ink-2 text-small">{pluralize(board.votes, 'blind vote')} on this prompt</span>
      </h3>
      <RatingTable board={board} />
    </section>
  )
}
