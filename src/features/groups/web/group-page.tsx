import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { isNotFoundError } from '#client/not-found.ts'
import type { User } from '#features/accounts/contract.ts'
import { refreshUser } from '#features/accounts/web/session-lifecycle.ts'
import type { Group } from '#features/groups/contract.ts'
import { plural, t, translate } from '#lib/texts.ts'
import { ConfirmDialog } from '#ui/forms/confirm-dialog.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { notify } from '#ui/notice.tsx'
import { GroupMembers } from './group-members.tsx'
import { groupQuery } from './group-queries.ts'
import { roleNames } from './role-names.ts'
import { useChangeGroups } from './use-change-groups.ts'

type Props = {
  slug: string
  user: User
  missing: ReactNode
  /** What the group contains. Only members see it. */
  renderContent: (group: Group) => ReactNode
}

/** The page of a group, for its members and for admins. Renders `missing` for everybody else. */
export function GroupPage({ slug, user, missing, renderContent }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: group, error, refetch } = useQuery(groupQuery(api, slug))
  if (isNotFoundError(error)) return missing
  if (error && !group)
    return (
      <div className="wrap pt-6">
        <LoadFailure title={t('The group could not be loaded')} error={error} onRetry={() => refetch()} />
      </div>
    )
  if (!group) return <div className="min-h-160" aria-busy="true" />
  return (
    <div className="wrap pb-10">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-6 pt-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="max-lg:contents">
          <header>
            <p className="mb-3 text-small">
              <Link to="/groups" className="link">
                {t('Groups')}
              </Link>
            </p>
            <h1 className={group.name.length > 40 ? 'text-h3 sm:text-h2' : 'text-h1'} dir="auto">
              {group.name}
            </h1>
            {group.description && (
              <p className="mt-3 max-w-[38em] whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]" dir="auto">
                {group.description}
              </p>
            )}
          </header>
          <div className="max-lg:order-1">
            {group.role && renderContent(group)}
            <GroupMembers
              slug={slug}
              viewer={{ isAdmin: user.role === 'admin', role: group.role }}
              ownName={user.username}
            />
          </div>
        </div>
        <aside className="grid gap-4 lg:pt-2" aria-label={t('About this group')}>
          <Facts group={group} />
          <OwnMembership group={group} user={user} />
        </aside>
      </div>
    </div>
  )
}

function Facts({ group }: { group: Group }) {
  const { role, members, membersIsFloor, needsApproval, hasApprover, reviewDays } = group
  return (
    <dl className="facts">
      <div>
        <dt>{t('You')}</dt>
        <dd>{role ? translate(roleNames[role]) : t('Not a member')}</dd>
      </div>
      <div>
        <dt>{t('Members')}</dt>
        <dd>
          {membersIsFloor
            ? plural(members, 'More than {count} person', 'More than {count} people')
            : plural(members, '{count} person', '{count} people')}
        </dd>
      </div>
      <div>
        <dt>{t('Approval')}</dt>
        <dd>{needsApproval ? t('What writers add waits for an approver.') : t('Not needed.')}</dd>
      </div>
      <div>
        <dt>{t('Review')}</dt>
        <dd>{t('A prompt counts as reviewed for {reviewDays} days.', { reviewDays })}</dd>
      </div>
      {needsApproval && !hasApprover && (
        <div>
          <dt className="text-warn">{t('Missing')}</dt>
          <dd>{t('Nobody can approve. An admin has to make somebody an approver.')}</dd>
        </div>
      )}
    </dl>
  )
}

/** What somebody can do about their own membership: leave, or join and manage as an admin. */
function OwnMembership({ group: { slug, name, role, source }, user }: { group: Group; user: User }) {
  const change = useChangeGroups()
  const [isLeaving, setLeaving] = useState(false)
  const isAdmin = user.role === 'admin'
  const join = async () => {
    const body = { person: user.username, role: 'reader' as const }
    const request = { params: { slug }, body }
    const refusal = await change((api) => api('POST /api/groups/{slug}/members', request), t('You did not join'))
    if (refusal) return
    notify({ title: t('You joined'), text: name })
    await refreshUser()
  }
  return (
    <div className="flex flex-wrap gap-2">
      {isAdmin && (
        <Link to="/admin/groups/$slug" params={{ slug }} className="btn">
          {t('Settings')}
        </Link>
      )}
      {isAdmin && !role && (
        <button type="button" className="btn" onClick={join}>
          {t('Join as an admin')}
        </button>
      )}
      {role && (isAdmin || source === 'admin') && (
        <button type="button" className="btn" onClick={() => setLeaving(true)}>
          {t('Leave')}
        </button>
      )}
      {isAdmin && !role && (
        <p className="basis-full text-ink-2 text-small">
          {t('You see what is in this group only as a member. The other members see that you joined.')}
        </p>
      )}
      {isLeaving && <LeaveDialog slug={slug} name={name} user={user} onClose={() => setLeaving(false)} />}
    </div>
  )
}

function LeaveDialog({ slug, name, user, onClose }: { slug: string; name: string; user: User; onClose: () => void }) {
  const change = useChangeGroups()
  const navigate = useNavigate()
  const leave = async () => {
    const params = { slug, username: user.username }
    await change(async (api) => {
      await api('DELETE /api/groups/{slug}/members/{username}', { params })
      notify({ title: t('You left'), text: name })
      await refreshUser()
      if (user.role !== 'admin') await navigate({ to: '/groups' })
    }, t('You are still a member'))
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('Leave {name}?', { name })}
      lead={t(
        'You no longer see what only this group sees. What you added stays. An approver or an admin can add you again.',
      )}
      submitLabel={t('Leave')}
      onConfirm={leave}
      onClose={onClose}
    />
  )
}
