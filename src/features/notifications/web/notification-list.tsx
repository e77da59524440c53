import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { Notification } from '#features/notifications/contract.ts'
import { t } from '#lib/texts.ts'
import { Moment } from '#ui/moment.tsx'

type Props = { notifications: Notification[]; onMark: (notification: Notification, read: boolean) => void }

/** A list of notifications. Unread ones have a dot, and a word for screen readers. Opening one marks it as read. */
export function NotificationList({ notifications, onMark }: Props) {
  return (
    <ul className="border-ink border-t-2">
      {notifications.map((notification) => (
        <NotificationRow key={notification.id} notification={notification} onMark={onMark} />
      ))}
    </ul>
  )
}

function NotificationRow({ notification, onMark }: { notification: Notification } & Pick<Props, 'onMark'>) {
  const { text, title, path, createdAt, read } = notification
  const router = useRouter()
  const open = (event: MouseEvent) => {
    if (!read) onMark(notification, true)
    if (path === null || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.history.push(path)
  }
  /** A middle click opens a tab, but isn't a `click`. */
  const openTab = ({ button }: MouseEvent) => {
    if (button === 1 && !read) onMark(notification, true)
  }
  const name = title === null ? text : `${text}: ${title}`
  const heading = (
    <>
      <b className={read ? 'font-medium' : 'font-semibold'}>{text}</b>
      {title !== null && (
        <span className="block" dir="auto">
          {title}
        </span>
      )}
    </>
  )
  return (
    <li className="flex items-start gap-3 border-hair border-b py-2">
      <span className={`mt-2 size-2 shrink-0 rounded-1 ${read ? '' : 'bg-ink'}`} />
      <div className="min-w-0 flex-1">
        <p className="[overflow-wrap:anywhere]">
          {!read && <span className="sr-only">{t('Unread:')} </span>}
          {path === null ? (
            heading
          ) : (
            <a href={path} className="hover:underline" onClick={open} onAuxClick={openTab}>
              {heading}
            </a>
          )}
        </p>
        <div className="quiet-actions items-center justify-between">
          <span className="text-ink-2 text-small">
            <Moment time={createdAt} />
          </span>
          <button type="button" className="btn" onClick={() => onMark(notification, !read)}>
            {read ? t('Mark as unread') : t('Mark as read')}
            <span className="sr-only">: {name}</span>
          </button>
        </div>
      </div>
    </li>
  )
}
