import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** The cases and results of a prompt (id or slug). */
export function testsQuery(api: Api, id: string) {
  return queryOptions(apiQuery(api, 'GET /api/prompts/{id}/tests', { params: { id } }))
}

/** A page of the runs of a prompt's tests, newest first. */
export function testRunsQuery(api: Api, id: string, cursor?: string) {
  return queryOptions(
    apiQuery(api, 'GET /api/prompts/{id}/tests/runs', { params: { id }, query: { limit: 10, cursor } }),
  )
}

/** A run with all answers, and their texts for one case (its index). */
export function testRunQuery(api: Api, id: string, runId: string, shownCase = 0) {
  const query = { case: shownCase }
  return queryOptions(apiQuery(api, 'GET /api/prompts/{id}/tests/runs/{runId}', { params: { id, runId }, query }))
}

/** The paths of all data that changes with cases or runs. */
export const testPaths = [
  '/api/prompts/{id}/tests',
  '/api/prompts/{id}/tests/results',
  '/api/prompts/{id}/tests/runs',
  '/api/prompts/{id}/tests/runs/{runId}',
]
