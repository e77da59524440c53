import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import type { Group } from '#features/groups/contract.ts'
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
      All groups
    </Link>
  )
  return (
    <>
      {isShown && (
        <Section title="What waits" aside={isApprover ? undefined : 'Sent by you.'} more={all}>
          {page.items.length > 0 ? <ApprovalList items={page.items} /> : <Empty>Nothing waits for approval.</Empty>}
        </Section>
      )}
      {overdue && overdue.items.length > 0 && (
        <Section
          title="Review overdue"
          aside="Whoever answers for these prompts hasn’t said whether they are still right."
        >
          <ReviewList items={overdue.items} />
        </Section>
      )}
    </>
  )
}
