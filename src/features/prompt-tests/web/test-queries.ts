import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/** Requests the test cases and results of a prompt (id or slug). */
export function testsQuery(api: Api, id: string) {
  return queryOptions(apiQuery(api, 'GET /api/prompts/{id}/tests', { params: { id } }))
}

/** Requests a page of the runs of a prompt's tests, newest first. */
export function testRunsQuery(api: Api, id: string, cursor?: string) {
  return queryOptions(
    apiQuery(api, 'GET /api/prompts/{id}/tests/runs', { params: { id }, query: { limit: 10, cursor } }),
  )
}

/** Requests a run with all answers, but the texts only of the answers to one test case. `caseIndex`: its index. */
export function testRunQuery(api: Api, id: string, runId: string, caseIndex = 0) {
  const query = { case: caseIndex }
  return queryOptions(apiQuery(api, 'GET /api/prompts/{id}/tests/runs/{runId}', { params: { id, runId }, query }))
}

/** The API paths of all data that changes with test cases or runs. Query keys begin with such a path. */
export const testPaths = [
  '/api/prompts/{id}/tests',
  '/api/prompts/{id}/tests/results',
  '/api/prompts/{id}/tests/runs',
  '/api/prompts/{id}/tests/runs/{runId}',
]
