import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/**
 * Returns the query for the models sorted by rating. The ratings are computed from all votes, from the votes in a
 * category (by slug), or from the votes on a prompt (by id or slug).
 */
export function leaderboardQuery(api: Api, filter: { category?: string; promptId?: string } = {}) {
  return queryOptions(apiQuery(api, 'GET /api/leaderboard', { query: filter }))
}
