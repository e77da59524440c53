import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import type { Input } from '#client/endpoints.ts'

/** Several moderators work at the same time, so each page requests its data again every half minute. */
const liveOptions = { staleTime: 0, refetchInterval: 30_000, placeholderData: keepPreviousData } as const

/** Requests how much is waiting for a decision, and how much the site contains. */
export function overviewQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/overview'), ...liveOptions })
}

/** Requests a page of report cases. */
export function reportsQuery(api: Api, query: Input<'GET /api/admin/reports'>['query']) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/reports', { query }), ...liveOptions })
}

/** Requests a page of prompts with one status. */
export function adminPromptsQuery(api: Api, query: Input<'GET /api/admin/prompts'>['query']) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/prompts', { query }), ...liveOptions })
}

/** Requests a page of waiting or removed comments. */
export function commentsQuery(api: Api, query: Input<'GET /api/admin/comments'>['query']) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/comments', { query }), ...liveOptions })
}

/** Requests a page of users. */
export function peopleQuery(api: Api, query: Input<'GET /api/admin/users'>['query']) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/users', { query }), ...liveOptions })
}

/** Requests a page of tools. */
export function adminToolsQuery(api: Api, query: Input<'GET /api/admin/tools'>['query']) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/tools', { query }), ...liveOptions })
}

/** Requests all categories in their order. */
export function adminCategoriesQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/categories'), ...liveOptions })
}

/** Requests a page of claims to credited names. */
export function claimsQuery(api: Api, query: Input<'GET /api/admin/claims'>['query']) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/claims', { query }), ...liveOptions })
}

/** Requests a page of members' examples. */
export function adminExamplesQuery(api: Api, query: Input<'GET /api/admin/examples'>['query']) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/examples', { query }), ...liveOptions })
}

/** Requests a page of messages from /contact. */
export function messagesQuery(api: Api, query: Input<'GET /api/admin/messages'>['query']) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/messages', { query }), ...liveOptions })
}

/** Requests a page of the audit log. */
export function auditQuery(api: Api, query: Input<'GET /api/admin/audit'>['query']) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/audit', { query }), ...liveOptions })
}
