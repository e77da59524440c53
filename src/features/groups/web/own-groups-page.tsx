import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { plural, t, translate } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Empty } from '#ui/lists/empty.tsx'
import { ListRow } from '#ui/lists/list-row.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { ownGroupsQuery } from './group-queries.ts'
import { roleNames } from './role-names.ts'

type Props = {
  isAdmin: boolean
  /** A link to what waits in the groups. A higher feature provides it. */
  queue: ReactNode
}

/** Lists the groups that the member is in. */
export function OwnGroupsPage({ isAdmin, queue }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: groups, error, refetch } = useQuery(ownGroupsQuery(api))
  return (
    <div className="wrap pb-10" aria-busy={!groups && !error}>
      <PageHead title={t('Groups')}>
        {groups && groups.length > 0
          ? plural(groups.length, 'You are in {count} group.', 'You are in {count} groups.')
          : t('The groups you are in.')}
        {isAdmin && (
          <>
            {' '}
            <Link to="/admin/groups" className="link">
              {t('Manage all groups')}
            </Link>
          </>
        )}
      </PageHead>
      {error && !groups && (
        <LoadFailure title={t('Your groups could not be loaded')} error={error} onRetry={() => refetch()} />
      )}
      {groups?.length === 0 && (
        <Empty
          action={
            !isAdmin && (
              <a href={`/contact?subject=${encodeURIComponent(t('A group'))}`} className="btn">
                {t('Ask for a group')}
              </a>
            )
          }
        >
          {t(
            'You aren’t in any group. A group keeps prompts and collections for its people, such as your team. Admins of this site create groups and add people.',
          )}
        </Empty>
      )}
      {groups && groups.length > 0 && <p className="mb-5">{queue}</p>}
      {groups && groups.length > 0 && (
        <ul className="border-ink border-t-2">
          {groups.map(({ slug, name, description, role }) => (
            <ListRow key={slug} action={<span className="badge">{translate(roleNames[role])}</span>}>
              <Link
                to="/group/$slug"
                params={{ slug }}
                className="font-semibold hover:underline [overflow-wrap:anywhere]"
                dir="auto"
                data-list-item=""
              >
                {name}
              </Link>
              <span className="line-clamp-2 text-ink-2 text-small [overflow-wrap:anywhere]" dir="auto">
                {description}
              </span>
            </ListRow>
          ))}
        </ul>
      )}
    </div>
  )
}
