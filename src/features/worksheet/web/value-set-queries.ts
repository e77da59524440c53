import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** The member's sets of values for a prompt, by name. Read again whenever the list opens, since sets change there. */
export function valueSetsQuery(api: Api, promptId: string) {
  return queryOptions({
    ...apiQuery(api, 'GET /api/prompts/{id}/value-sets', { params: { id: promptId } }),
    staleTime: 0,
  })
}
