import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** The search parameters of the page. */
export type NotificationSearch = { unread?: true; cursor?: string }

/** A page of the member's notifications. Fetched on every visit, since new ones may have arrived. */
export function notificationsQuery(api: Api, { unread, cursor }: NotificationSearch) {
  const query = { unread: unread ? ('true' as const) : undefined, cursor }
  return queryOptions({ ...apiQuery(api, 'GET /api/notifications', { query }), staleTime: 0 })
}

/** The member's notification settings. Fetched whenever they are opened, since people open them to change them. */
export function notificationSettingsQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/notification-settings'), staleTime: 0 })
}
