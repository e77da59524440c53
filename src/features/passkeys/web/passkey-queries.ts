import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** One's own passkeys, newest first. Always asked anew: they are looked at to be changed. */
export function passkeysQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/passkeys'), staleTime: 0 })
}
