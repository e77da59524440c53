import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import { msg, translate } from '#lib/texts.ts'

/** The message if the footer's data can't be loaded, whatever the reason. */
export const footerFailureText = msg('Failed to fetch footer data.')

/** Returns the query for the data of the footer. */
export function footerQuery(api: Api) {
  return queryOptions(apiQuery(api, 'GET /api/footer', { rules: { messageOf: () => translate(footerFailureText) } }))
}
