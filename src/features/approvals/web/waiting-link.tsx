import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { plural, t } from '#lib/texts.ts'
import { approvalsQuery, dueReviewsQuery } from './approval-queries.ts'

/** A link to what waits in the member's groups, with how much it is. */
export function WaitingLink() {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: approvals } = useQuery(approvalsQuery(api, {}))
  const { data: due } = useQuery(dueReviewsQuery(api))
  const count = (approvals?.total ?? 0) + (due?.total ?? 0)
  return (
    <Link to="/groups/waiting" className="btn">
      {count === 0 ? t('Waiting') : plural(count, '{count} thing waiting for you', '{count} things waiting for you')}
    </Link>
  )
}
