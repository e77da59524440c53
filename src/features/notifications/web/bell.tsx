import { Link, useRouteContext } from '@tanstack/react-router'
import { useEffect } from 'react'
import { unreadLabel } from '#features/notifications/rules.ts'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { connectUnread, useUnread } from './unread-count.ts'

/** The link in the header to the member's notifications, with the number of unread ones. */
export function Bell({ userId }: { userId: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const unread = useUnread()
  useEffect(() => connectUnread(api, userId), [api, userId])
  const label = unreadLabel(unread)
  return (
    <Link
      to="/notifications"
      className="btn-square relative"
      aria-label={unread > 0 ? t('Notifications, {label} unread', { label }) : t('Notifications')}
      data-tip={t('Notifications')}
    >
      <Icon name="bell" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0 right-0 min-w-4.5 rounded-1 bg-accent px-1 text-center font-semibold text-accent-ink text-micro leading-tight"
        >
          {label}
        </span>
      )}
    </Link>
  )
}
