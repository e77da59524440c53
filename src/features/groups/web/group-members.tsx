import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { siteFacts } from '#client/site-facts.ts'
import type { GroupMember } from '#features/groups/contract.ts'
import { type GroupViewer, mayManage, rolesToGive } from '#features/groups/rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { t, translate } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { ListSearchForm } from '#ui/forms/list-search-form.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Empty } from '#ui/lists/empty.tsx'
import { ListRow } from '#ui/lists/list-row.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { rich } from '#ui/rich.ts'
import { AddMemberForm } from './add-member-form.tsx'
import { groupMembersQuery } from './group-queries.ts'
import { MemberDialog } from './member-dialog.tsx'
import { roleNames } from './role-names.ts'

/** How many members a page of the list has. A list with more of them can be searched. */
const pageSize = 20

type Props = { slug: string; viewer: GroupViewer; ownName: string }

/** The members of a group, page by page. Who may manage them can add people, change roles and remove members. */
export function GroupMembers({ slug, viewer, ownName }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const [search, setSearch] = useState<{ q?: string; cursor?: string }>({})
  const { q, cursor } = search
  const { data: page, error, refetch } = useQuery(groupMembersQuery(api, slug, search))
  const [managed, setManaged] = useState<GroupMember | null>(null)
  return (
    <Section title={t('Members')} aside={page && `${formatNumber(page.total)}${page.totalIsFloor ? '+' : ''}`}>
      {rolesToGive(viewer).length > 0 && <AddMemberForm slug={slug} viewer={viewer} />}
      {(q || cursor || (page && page.total > pageSize)) && (
        <div className="mb-4 flex">
          <ListSearchForm label={t('Username')} q={q} onSearch={(term) => setSearch({ q: term })} />
        </div>
      )}
      {error && !page && (
        <LoadFailure title={t('The members could not be loaded')} error={error} onRetry={() => refetch()} />
      )}
      {page?.items.length === 0 && <Empty>{q ? t('No member has this name.') : t('No members yet.')}</Empty>}
      {page && page.items.length > 0 && (
        <ul className="border-hair border-t">
          {page.items.map((member) => (
            <MemberRow
              key={member.username}
              member={member}
              isSelf={member.username === ownName}
              onManage={mayManage(viewer, member) ? () => setManaged(member) : undefined}
            />
          ))}
        </ul>
      )}
      {page && (page.nextCursor || cursor) && (
        <nav className="mt-4 flex justify-between gap-4" aria-label={t('Pages of members')}>
          {cursor && (
            <button type="button" className="btn" onClick={() => setSearch({ q })}>
              {t('First page')}
            </button>
          )}
          {page.nextCursor && (
            <button
              type="button"
              className="btn ms-auto"
              onClick={() => setSearch({ q, cursor: `${page.nextCursor}` })}
            >
              {t('Next')}
            </button>
          )}
        </nav>
      )}
      {managed && <MemberDialog slug={slug} viewer={viewer} member={managed} onClose={() => setManaged(null)} />}
    </Section>
  )
}

type RowProps = { member: GroupMember; isSelf: boolean; onManage?: () => void }

function MemberRow({ member, isSelf, onManage }: RowProps) {
  const { username, role, source, addedThemself, banned, since } = member
  const facts = [
    isSelf && t('You'),
    t('since {date}', { date: usDate(since) }),
    source === 'claim' && t('by {provider}', { provider: siteFacts().ownProvider ?? t('single sign-on') }),
    addedThemself && t('joined as an admin'),
  ]
  return (
    <ListRow
      action={
        onManage && (
          <button type="button" className="btn" onClick={onManage}>
            {rich('Manage{hidden}', { hidden: <span className="sr-only"> {username}</span> })}
          </button>
        )
      }
    >
      <Link
        to="/user/$username"
        params={{ username }}
        className="font-semibold hover:underline [overflow-wrap:anywhere]"
        data-list-item=""
      >
        {username}
      </Link>{' '}
      <span className="badge">{translate(roleNames[role])}</span>{' '}
      {banned && <span className="badge text-bad">{t('Banned')}</span>}
      <span className="block text-ink-2 text-small">{facts.filter(Boolean).join(' · ')}</span>
    </ListRow>
  )
}
