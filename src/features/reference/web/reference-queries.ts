import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/** Requests the list of all operations of the API. */
export function referenceQuery(api: Api) {
  return queryOptions(apiQuery(api, 'GET /api/reference'))
}

/** Requests the operations of one subject in detail. */
export function referenceSubjectQuery(api: Api, subject: string) {
  return queryOptions(apiQuery(api, 'GET /api/reference/{subject}', { params: { subject } }))
}
