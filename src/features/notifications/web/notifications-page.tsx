import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import { NothingFollowed } from '#features/following/web/nothing-followed.tsx'
import type { Notification } from '#features/notifications/contract.ts'
import { notificationLimits } from '#features/notifications/rules.ts'
import { t } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Empty, EmptyPage } from '#ui/lists/empty.tsx'
import { ListPending } from '#ui/lists/list-pending.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { notify } from '#ui/notice.tsx'
import { NotificationList } from './notification-list.tsx'
import { type NotificationSearch, notificationsQuery } from './notification-queries.ts'
import { updateUnread } from './unread-count.ts'

/** The page with all notifications of the member, or only the unread ones. */
export function NotificationsPage({ search }: { search: NotificationSearch }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data, error, refetch } = useQuery({ ...notificationsQuery(api, search), placeholderData: keepPreviousData })
  const { mark, markAllRead } = useMarkNotifications()
  const [newest] = data?.items ?? []
  return (
    <div className="wrap">
      <PageHead title={t('Notifications')}>
        {t('News about what you write, follow, save, fork and report. Deleted after {days} days.', {
          days: notificationLimits.days,
        })}
      </PageHead>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <nav className="seg" aria-label={t('Show')}>
          <Link to="/notifications" search={{}} aria-current={search.unread ? undefined : 'true'} replace>
            {t('All')}
          </Link>
          <Link to="/notifications" search={{ unread: true }} aria-current={search.unread ? 'true' : undefined} replace>
            {t('Unread')}
          </Link>
        </nav>
        {newest && data && data.items.length > 1 && data.items.some(({ read }) => !read) && (
          <button type="button" className="btn" onClick={() => markAllRead(newest)}>
            {search.cursor ? t('Mark these and older ones as read') : t('Mark all as read')}
          </button>
        )}
        <p className="flex gap-4 text-small sm:ml-auto">
          <Link to="/following" className="link">
            {t('What you follow')}
          </Link>
          <Link to="/settings" hash="notifications" className="link">
            {t('Settings')}
          </Link>
        </p>
      </div>
      {error && !data && (
        <LoadFailure title={t('Your notifications could not be loaded')} error={error} onRetry={() => refetch()} />
      )}
      {!data && !error && <ListPending />}
      {data?.items.length === 0 &&
        (search.cursor ? (
          <EmptyPage />
        ) : search.unread ? (
          <Empty
            action={
              <Link to="/notifications" className="btn">
                {t('Show all')}
              </Link>
            }
          >
            {t('You have read all your notifications.')}
          </Empty>
        ) : (
          <NothingFollowed>
            {t('No notifications yet. Follow people, prompts, categories, tags or collections to get some.')}
          </NothingFollowed>
        ))}
      {data && data.items.length > 0 && <NotificationList notifications={data.items} onMark={mark} />}
      {data && <ListPaging nextCursor={data.nextCursor} cursor={search.cursor} />}
    </div>
  )
}

/**
 * Marks one notification as read or unread, or marks the newest one shown and all older ones as read. Then updates the
 * list and the bell. Shows a notice after a failure.
 */
function useMarkNotifications() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const attempt = async (send: () => Promise<unknown>) => {
    try {
      await send()
    } catch (error) {
      notify({ title: t('Not saved'), text: (error as Error).message, isFailure: true })
    }
    await Promise.all([updateUnread(api), queryClient.invalidateQueries({ queryKey: ['/api/notifications'] })])
  }
  return {
    mark: ({ id }: Notification, read: boolean) =>
      attempt(() => api('PATCH /api/notifications/{id}', { params: { id }, body: { read } })),
    markAllRead: ({ createdAt }: Notification) =>
      attempt(() => api('POST /api/notifications/read', { body: { until: createdAt } })),
  }
}
