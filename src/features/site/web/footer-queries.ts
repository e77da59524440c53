import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** What every failure of the footer says. */
export const footerFailureText = 'Failed to fetch footer data.'

/** What every page says at its foot. */
export function footerQuery(api: Api) {
  return queryOptions(apiQuery(api, 'GET /api/footer', { rules: { say: () => footerFailureText } }))
}
