import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { readText } from '#features/catalogue/web/list-search.ts'
import type { NotificationSearch } from '#features/notifications/web/notification-queries.ts'
import { NotificationsPage } from '#features/notifications/web/notifications-page.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/notifications')({
  validateSearch: (search: Record<string, unknown>): NotificationSearch => ({
    unread: readText(search.unread) === 'true' ? true : undefined,
    cursor: readText(search.cursor),
  }),
  head: () => privateHead(t('Notifications')),
  component: NotificationsRoute,
})

function NotificationsRoute() {
  const search = Route.useSearch()
  return <Protected>{() => <NotificationsPage search={search} />}</Protected>
}
