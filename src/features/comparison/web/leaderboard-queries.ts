import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** Models by rating: of all votes, of a category's (slug), or of a prompt's (id or slug). */
export function leaderboardQuery(api: Api, narrowing: { category?: string; promptId?: string } = {}) {
  return queryOptions(apiQuery(api, 'GET /api/leaderboard', { query: narrowing }))
}
