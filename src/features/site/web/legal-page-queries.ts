import { queryOptions } from '@tanstack/react-query'
import type { LegalPageName } from '#features/site/brand-rules.ts'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** Requests one of the operator's own legal pages (SITE_DIR). */
export function legalPageQuery(api: Api, name: LegalPageName) {
  return queryOptions(apiQuery(api, 'GET /api/legal/{name}', { params: { name } }))
}
