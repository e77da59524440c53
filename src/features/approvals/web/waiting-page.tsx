import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import { msg, t } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SegmentLinks } from '#ui/layout/segment-links.tsx'
import { Empty, EmptyPage } from '#ui/lists/empty.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { rich } from '#ui/rich.ts'
import { ApprovalList } from './approval-list.tsx'
import { type ApprovalSearch, approvalsQuery, dueReviewsQuery } from './approval-queries.ts'
import { ReviewList } from './review-list.tsx'

const senders = [
  { value: undefined, label: msg('For you to decide') },
  { value: true, label: msg('Sent by you') },
] as const
const states = [
  { value: undefined, label: msg('Waiting') },
  { value: true, label: msg('Done') },
] as const

/** What waits for the member in all their groups: requests to decide about, and prompts that are due for review. */
export function WaitingPage({ search }: { search: ApprovalSearch }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: page, error, refetch } = useQuery(approvalsQuery(api, search))
  const { data: due } = useQuery(dueReviewsQuery(api))
  return (
    <div className="wrap pb-10" aria-busy={!page && !error}>
      <PageHead title={t('Waiting')}>
        {rich('What waits in your <link>groups</link>.', {
          link: (text) => (
            <Link to="/groups" className="link">
              {text}
            </Link>
          ),
        })}
      </PageHead>
      <div className="mb-5 flex flex-wrap gap-3">
        <SegmentLinks label={t('For you or by you')} name="sent" choices={senders} current={search.sent} />
        <SegmentLinks label={t('State')} name="decided" choices={states} current={search.decided} />
      </div>
      {error && !page && <LoadFailure error={error} onRetry={() => refetch()} />}
      {page?.items.length === 0 &&
        (search.cursor ? (
          <EmptyPage />
        ) : (
          <Empty>{search.decided ? t('Nothing here yet.') : t('Nothing waits for approval.')}</Empty>
        ))}
      {page && page.items.length > 0 && <ApprovalList items={page.items} showsGroup />}
      {page && <ListPaging nextCursor={page.nextCursor} cursor={search.cursor} />}
      {due && due.items.length > 0 && (
        <Section
          title={t('Still right?')}
          aside={t('You answer for these prompts, and nobody has looked at them for a while.')}
        >
          <ReviewList items={due.items} />
        </Section>
      )}
    </div>
  )
}
