import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/** Requests the results of a prompt (id or slug). */
export function resultsQuery(api: Api, id: string) {
  return queryOptions(apiQuery(api, 'GET /api/prompts/{id}/results', { params: { id } }))
}

/** How often the progress of the answers to featured prompts is read, in ms. */
const progressMs = 2_000

/** Requests what models answered to featured prompts, again and again while some answers are missing. */
export function featuredAnswersQuery(api: Api) {
  return queryOptions({
    ...apiQuery(api, 'GET /api/admin/featured-answers', { rules: { reuseMs: 0 } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.answers.some(({ state }) => state === 'waiting' || state === 'asking') ? progressMs : false,
  })
}
