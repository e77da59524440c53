import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import type { LegalPageName } from '#lib/legal-pages.ts'

/** Requests one of the operator's own legal pages (SITE_DIR). */
export function legalPageQuery(api: Api, name: LegalPageName) {
  return queryOptions(apiQuery(api, 'GET /api/legal/{name}', { params: { name } }))
}
