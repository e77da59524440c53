import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/**
 * The models sorted by rating, from all votes, from those in a category (by slug), or from those on a prompt (by id or
 * slug).
 */
export function leaderboardQuery(api: Api, filter: { category?: string; promptId?: string } = {}) {
  return queryOptions(apiQuery(api, 'GET /api/leaderboard', { query: filter }))
}
