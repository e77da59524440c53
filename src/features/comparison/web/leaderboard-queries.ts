import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** Models by rating, from all votes, those in a category (slug) or those on a prompt (id or slug). */
export function leaderboardQuery(api: Api, filter: { category?: string; promptId?: string } = {}) {
  return queryOptions(apiQuery(api, 'GET /api/leaderboard', { query: filter }))
}
