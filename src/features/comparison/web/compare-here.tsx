import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { Prompt } from '#features/catalogue/contract.ts'
import { TextWithBlanks } from '#features/catalogue/web/prompt-text.tsx'
import { useWorksheet } from '#features/catalogue/web/use-worksheet.ts'
import { counted } from '#lib/numbers.ts'
import { CompareDesk } from './compare-desk.tsx'
import { ComparisonList } from './comparison-list.tsx'
import { leaderboardQuery, promptComparisonsQuery } from './comparison-queries.ts'
import { RatingTable } from './rating-table.tsx'

/** The comparison on a prompt's page: what stands in the worksheet above is what the models get. */
export function CompareHere({ prompt }: { prompt: Prompt }) {
  const { values, filled, left } = useWorksheet()
  const { id, content, status } = prompt
  const source = { content, values, promptId: status === 'published' ? id : undefined }
  return (
    <>
      <CompareDesk source={source}>
        <p className="text-small">
          <b>Your text</b>{' '}
          <span className="text-ink-2">
            {left.length === 0
              ? 'as it is filled in above.'
              : `with ${counted(left.length, 'blank')} still empty above.`}
          </span>
        </p>
        <div className="cmp-source" dir="auto" lang={prompt.language}>
          <TextWithBlanks text={filled()} />
        </div>
      </CompareDesk>
      <Published id={id} />
    </>
  )
}

/** What others measured with this prompt and published. */
function Published({ id }: { id: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: comparisons } = useQuery(promptComparisonsQuery(api, id))
  const { data: board } = useQuery(leaderboardQuery(api, { promptId: id }))
  const rated = board?.models.some(({ rating }) => rating !== null)
  if (!comparisons || comparisons.total === 0) return null
  return (
    <div className="mt-8 grid gap-8">
      <section aria-label="Published comparisons">
        <h3 className="mb-2 text-card">
          Published{' '}
          <span className="font-normal text-ink-2 text-small">{counted(comparisons.total, 'comparison')}</span>
        </h3>
        <ComparisonList items={comparisons.items} />
      </section>
      {board && rated && (
        <section aria-label="Measured">
          <h3 className="mb-2 text-card">
            Measured{' '}
            <span className="font-normal text-ink-2 text-small">
              {counted(board.votes, 'blind vote')} on this prompt
            </span>
          </h3>
          <RatingTable board={board} />
        </section>
      )}
    </div>
  )
}
