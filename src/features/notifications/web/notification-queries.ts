import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/** The search parameters of /notifications. */
export type NotificationSearch = { unread?: true; cursor?: string }

/** Requests a page of the member's notifications. Every visit requests it again, because new ones may have arrived. */
export function notificationsQuery(api: Api, { unread, cursor }: NotificationSearch) {
  const query = { unread: unread ? ('true' as const) : undefined, cursor }
  return queryOptions({ ...apiQuery(api, 'GET /api/notifications', { query }), staleTime: 0 })
}

/** Requests the member's notification settings, again on every visit, because they may have changed elsewhere. */
export function notificationSettingsQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/notification-settings'), staleTime: 0 })
}
