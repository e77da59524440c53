import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

// This query has its own file, because every prompt's page loads it, but not the queries in test-queries.ts.
/** Requests the results of the tests of a prompt (id or slug). */
export function testResultsQuery(api: Api, id: string) {
  return queryOptions(apiQuery(api, 'GET /api/prompts/{id}/tests/results', { params: { id } }))
}
