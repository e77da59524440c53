import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import type { Group } from '#features/groups/contract.ts'
import { t } from '#lib/texts.ts'
import { Section } from '#ui/layout/section.tsx'
import { Empty } from '#ui/lists/empty.tsx'
import { ApprovalList } from './approval-list.tsx'
import { approvalsQuery, overdueReviewsQuery } from './approval-queries.ts'
import { ReviewList } from './review-list.tsx'

/** On a group's page: what waits for its approvers, or what the member sent, and the prompts whose review is overdue. */
export function GroupQueue({ group: { slug, role, needsApproval } }: { group: Group }) {
  const { api } = useRouteContext({ from: '__root__' })
  const isApprover = role === 'approver'
  const search = { group: slug, ...(isApprover ? {} : { sent: true as const }) }
  const { data: page } = useQuery({ ...approvalsQuery(api, search), enabled: role !== 'reader' })
  const { data: overdue } = useQuery(overdueReviewsQuery(api, slug))
  const isShown = page && (page.items.length > 0 || (isApprover && needsApproval))
  const all = (
    <Link to="/groups/waiting" search={isApprover ? {} : { sent: true }} className="link">
      {t('All groups')}
    </Link>
  )
  return (
    <>
      {isShown && (
        <Section title={t('What waits')} aside={isApprover ? undefined : t('Sent by you.')} more={all}>
          {page.items.length > 0 ? (
            <ApprovalList items={page.items} />
          ) : (
            <Empty>{t('Nothing waits for approval.')}</Empty>
          )}
        </Section>
      )}
      {overdue && overdue.items.length > 0 && (
        <Section
          title={t('Review overdue')}
          aside={t('Whoever answers for these prompts hasn’t said whether they are still right.')}
        >
          <ReviewList items={overdue.items} />
        </Section>
      )}
    </>
  )
}
