import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/** Other people change what waits at any time, so each visit requests it again. */
const fresh = { staleTime: 0 } as const

/** Which requests a list shows. `sent`: those that the member sent. `decided`: those that no longer wait. */
export type ApprovalSearch = { sent?: true; decided?: true; cursor?: string }

/** A page of what waits, or waited, in the groups of the member or in one of them. */
export function approvalsQuery(api: Api, { sent, decided, cursor, group }: ApprovalSearch & { group?: string }) {
  const role = sent ? ('author' as const) : ('approver' as const)
  const waiting = decided ? ('false' as const) : ('true' as const)
  const query = { role, waiting, cursor, group }
  return queryOptions({
    ...apiQuery(api, 'GET /api/user/approvals', { query }),
    ...fresh,
    placeholderData: keepPreviousData,
  })
}

/** One request with its texts and comments. */
export function approvalQuery(api: Api, id: string) {
  return queryOptions({ ...apiQuery(api, 'GET /api/approvals/{id}', { params: { id } }), ...fresh })
}

/** Who answers for the prompt `id` (id or slug), and what waits for approval. */
export function oversightQuery(api: Api, id: string) {
  return queryOptions({ ...apiQuery(api, 'GET /api/prompts/{id}/review', { params: { id } }), ...fresh })
}

/** The first prompts that are due for review and that the member answers for. */
export function dueReviewsQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/reviews', { query: {} }), ...fresh })
}

/** The first prompts of a group whose review is overdue. */
export function overdueReviewsQuery(api: Api, slug: string) {
  return queryOptions({ ...apiQuery(api, 'GET /api/groups/{slug}/reviews', { params: { slug }, query: {} }), ...fresh })
}
