import { Link } from '@tanstack/react-router'
import { useSession } from '#features/accounts/web/session-store.ts'
import type { AuthorRecord } from '#features/moderation/content-contract.ts'
import { plural, t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'

/**
 * In an open row of a queue, tells who wrote the content: since when they are a member, what of theirs is public, was
 * removed or is reported, with links to all of it. The site’s own accounts have no record.
 */
export function AuthorNote({ username, authors = [] }: { username: string; authors?: AuthorRecord[] }) {
  const { user } = useSession()
  const record = authors.find((author) => author.username === username)
  return (
    <p className="text-small leading-relaxed [overflow-wrap:anywhere]">
      <Link to="/user/$username" params={{ username }} className="link font-semibold">
        {username}
      </Link>
      {record?.banned && <span className="badge ms-2 text-bad">{t('Banned')}</span>}
      <span className="text-ink-2">
        {' · '}
        {(record ? factsOf(record) : [t('one of the site’s own accounts')]).join(' · ')}
      </span>
      {record && (
        <>
          {' · '}
          <Link to="/admin/prompts" search={{ status: 'published', q: username }} className="link">
            {t('Their prompts')}
          </Link>
        </>
      )}
      {record && user?.role === 'admin' && (
        <>
          {' · '}
          <Link to="/admin/users" search={{ q: username }} className="link">
            {t('Manage member')}
          </Link>
        </>
      )}
    </p>
  )
}

function factsOf({ createdAt, prompts, removals, openReports }: AuthorRecord): string[] {
  return [
    t('member since {date}', { date: usDate(createdAt) }),
    plural(prompts, '{count} public prompt', '{count} public prompts'),
    plural(removals, '{count} earlier removal', '{count} earlier removals'),
    plural(openReports, '{count} open report', '{count} open reports'),
  ]
}
