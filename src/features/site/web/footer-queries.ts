import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** The message for every failure of the footer. */
export const footerFailureText = 'Failed to fetch footer data.'

/** The data of the footer. */
export function footerQuery(api: Api) {
  return queryOptions(apiQuery(api, 'GET /api/footer', { rules: { messageOf: () => footerFailureText } }))
}
