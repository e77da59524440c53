import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { favoritesQuery } from '#features/favorites/web/favorite-queries.ts'
import { unreadLabel } from '#features/notifications/rules.ts'
import { useUnread } from '#features/notifications/web/unread-count.ts'
import { ownPromptsQuery } from '#features/writing/web/own-prompt-queries.ts'
import { plural, t } from '#lib/texts.ts'

/** Links to a member's drafts, saved prompts and unread notifications. Renders nothing if there are none. */
export function OwnRow() {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: drafts } = useQuery(ownPromptsQuery(api, { status: 'draft', limit: 1 }))
  const { data: saved } = useQuery(favoritesQuery(api, { limit: 1 }))
  const unread = useUnread()
  // All links appear together, because a link that came later would move the others.
  if (!drafts || !saved || drafts.total + saved.total + unread === 0) return null
  const className = 'link whitespace-nowrap py-1 font-semibold text-ink'
  return (
    <nav
      aria-label={t('Your prompts and notifications')}
      className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2"
    >
      {t('Yours:')}
      {drafts.total > 0 && (
        <Link to="/my-prompts" search={{ status: 'draft' }} className={className}>
          {plural(drafts.total, '{count} draft', '{count} drafts')}
        </Link>
      )}
      {saved.total > 0 && (
        <Link to="/favorites" className={className}>
          {saved.totalIsFloor
            ? t('{count} or more saved', { count: saved.total })
            : plural(saved.total, '{count} saved', '{count} saved')}
        </Link>
      )}
      {unread > 0 && (
        <Link to="/notifications" className={className}>
          {plural(unread, '{unread} notification', '{unread} notifications', { unread: unreadLabel(unread) })}
        </Link>
      )}
    </nav>
  )
}
