import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** The search parameters of the page. */
export type NotificationSearch = { unread?: true; cursor?: string }

/** A page of the member's notifications. Fetched on every visit, since they come by themselves. */
export function notificationsQuery(api: Api, { unread, cursor }: NotificationSearch) {
  const query = { unread: unread ? ('true' as const) : undefined, cursor }
  return queryOptions({ ...apiQuery(api, 'GET /api/notifications', { query }), staleTime: 0 })
}

/** What the member is notified of, and how. Never cached: people open this to change it. */
export function notificationSettingsQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/notification-settings'), staleTime: 0 })
}
