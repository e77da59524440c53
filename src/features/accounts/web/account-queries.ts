import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/**
 * The user's sessions, with the most recently used one first. They are read again whenever the list appears, because
 * people look there when something seems wrong.
 */
export function sessionsQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/sessions'), staleTime: 0 })
}
