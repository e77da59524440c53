import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { pluralize } from '#lib/numbers.ts'
import { ComparisonList } from './comparison-list.tsx'
import { promptComparisonsQuery } from './comparison-queries.ts'
import { leaderboardQuery } from './leaderboard-queries.ts'
import { RatingTable } from './rating-table.tsx'
import './rating-table.css'

/** The published comparisons of this prompt with their ratings; nothing if there are none. */
export function PublishedComparisons({ id }: { id: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: comparisons } = useQuery(promptComparisonsQuery(api, id))
  const { data: board } = useQuery({
    ...leaderboardQuery(api, { promptId: id }),
    enabled: (comparisons?.total ?? 0) > 0,
  })
  const rated = board?.models.some(({ rating }) => rating !== null)
  if (!comparisons || comparisons.total === 0) return null
  return (
    <div className="mt-8 grid gap-8">
      <section aria-label="Published comparisons">
        <h3 className="mb-2 text-card">
          Published{' '}
          <span className="font-normal text-ink-2 text-small">{pluralize(comparisons.total, 'comparison')}</span>
        </h3>
        <ComparisonList items={comparisons.items} />
      </section>
      {board && rated && (
        <section aria-label="Measured">
          <h3 className="mb-2 text-card">
            Measured{' '}
            <span className="font-normal text-ink-2 text-small">
              {pluralize(board.votes, 'blind vote')} on this prompt
            </span>
          </h3>
          <RatingTable board={board} />
        </section>
      )}
    </div>
  )
}
