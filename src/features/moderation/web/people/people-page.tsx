import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import type { Person } from '#features/moderation/people-contract.ts'
import { type Message, msg, plural, t, translate } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { hidden } from '#ui/hidden-text.tsx'
import { Empty } from '#ui/lists/empty.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { notify } from '#ui/notice.tsx'
import { rich } from '#ui/rich.ts'
import { peopleQuery } from '../admin-queries.ts'
import { type PeopleSearch, type PeopleTab, peopleTabs } from '../admin-searches.ts'
import { SearchField } from '../search-field.tsx'
import { BanDialog } from './ban-dialog.tsx'
import { CreditsDialog } from './credits-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { TokensDialog } from './tokens-dialog.tsx'
import { type PersonEdit, useChangePerson } from './use-change-person.ts'

const tabs: Record<PeopleTab, Message> = {
  all: msg('All'),
  moderator: msg('Moderators'),
  admin: msg('Admins'),
  banned: msg('Banned'),
}
type DialogKind = 'role' | 'credits' | 'tokens' | 'ban' | 'unban'

/** The page where admins change users' roles, give credits, revoke API tokens, and ban users. */
export function PeoplePage({ user, search: { role, q, cursor } }: { user: User; search: PeopleSearch }) {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const filter = role === 'banned' ? { banned: 'true' as const } : { role }
  const { data: page, error, refetch } = useQuery(peopleQuery(api, { ...filter, q, cursor }))
  const change = useChangePerson()
  const [openId, setOpenId] = useState<string | null>(null)
  const [dialog, setDialog] = useState<{ kind: DialogKind; person: Person } | null>(null)
  const send = async (person: Person, edit: PersonEdit, notice: string) => {
    const refusal = await change(person, edit)
    if (!refusal) notify({ title: notice, text: person.username })
    return refusal
  }
  if (error && !page) return <LoadFailure error={error} onRetry={() => refetch()} />
  return (
    <div aria-busy={!page}>
      <div className="admin-filters mb-5 flex flex-wrap items-end gap-3">
        <nav aria-label={t('Role')} className="seg">
          {peopleTabs.map((tab) => (
            <Link
              key={tab}
              to="/admin/users"
              search={{ role: tab === 'all' ? undefined : tab, q }}
              aria-current={tab === (role ?? 'all') ? 'true' : undefined}
              activeOptions={{ exact: true }}
            >
              {translate(tabs[tab])}
            </Link>
          ))}
        </nav>
        <SearchField
          key={q}
          label={t('Name or email')}
          value={q}
          onSearch={(next) => navigate({ to: '/admin/users', search: { role, q: next } })}
        />
      </div>
      {page?.items.length === 0 && <Empty>{t('No users found.')}</Empty>}
      {page && page.items.length > 0 && (
        <>
          <p className="mb-2 text-ink-2 text-small">{t('Newest members first.')}</p>
          <ul className="border-ink border-t-2">
            {page.items.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                isSelf={person.id === user.id}
                isOpen={person.id === openId}
                onToggle={() => setOpenId(person.id === openId ? null : person.id)}
                onOpenDialog={(kind) => setDialog({ kind, person })}
              />
            ))}
          </ul>
        </>
      )}
      {page && <ListPaging nextCursor={page.nextCursor} cursor={cursor} />}
      {dialog?.kind === 'ban' && (
        <BanDialog
          username={dialog.person.username}
          onSend={(ban) => send(dialog.person, { banned: true, ...ban }, t('Banned'))}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.kind === 'credits' && <CreditsDialog person={dialog.person} onClose={() => setDialog(null)} />}
      {dialog?.kind === 'tokens' && <TokensDialog person={dialog.person} onClose={() => setDialog(null)} />}
      {(dialog?.kind === 'role' || dialog?.kind === 'unban') && (
        <RoleDialog
          person={dialog.person}
          kind={dialog.kind}
          onSend={(edit) => send(dialog.person, edit, dialog.kind === 'role' ? t('Role changed') : t('Ban lifted'))}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  )
}

/** The buttons of an open row. The user’s name is for screen readers only. */
const rowActions = {
  credits: (parts: LabelParts) => rich('Give credits<hidden> to {username}</hidden>', parts),
  role: (parts: LabelParts) => rich('Role<hidden> of {username}</hidden>', parts),
  tokens: (parts: LabelParts) => rich('Tokens<hidden> of {username}</hidden>', parts),
}

type LabelParts = { username: string; hidden: (text: ReactNode) => ReactNode }

function PersonRow({
  person,
  isSelf,
  isOpen,
  onToggle,
  onOpenDialog,
}: {
  person: Person
  isSelf: boolean
  isOpen: boolean
  onToggle: () => void
  onOpenDialog: (kind: DialogKind) => void
}) {
  const { username, role, banned, prompts, createdAt } = person
  const labelParts: LabelParts = { username, hidden }
  return (
    <li className="person">
      <span className="person-name">
        <Link
          to="/user/$username"
          params={{ username }}
          className="font-semibold hover:underline [overflow-wrap:anywhere]"
          data-list-item=""
        >
          {username}
        </Link>
        {isSelf && <span className="text-ink-2 text-small"> ({t('You')})</span>}
      </span>
      <span className="person-fact">
        {banned ? (
          <span className="badge text-bad">{t('Banned')}</span>
        ) : role === 'user' ? (
          t('Member')
        ) : (
          <span className="badge text-ink">{role === 'admin' ? t('Admin') : t('Moderator')}</span>
        )}
      </span>
      <span className="person-fact">{plural(prompts, '{count} prompt', '{count} prompts')}</span>
      <span className="person-fact">{t('since {date}', { date: usDate(createdAt) })}</span>
      <button type="button" className="btn" aria-expanded={isOpen} onClick={onToggle}>
        {rich('Manage{hidden}', { hidden: <span className="sr-only"> {username}</span> })}
      </button>
      {isOpen && (
        <div className="person-actions">
          {(Object.keys(rowActions) as (keyof typeof rowActions)[]).map((kind) => (
            <button key={kind} type="button" className="btn" onClick={() => onOpenDialog(kind)}>
              {rowActions[kind](labelParts)}
            </button>
          ))}
          {!isSelf && (
            <button type="button" className="btn btn-bad" onClick={() => onOpenDialog(banned ? 'unban' : 'ban')}>
              {banned
                ? rich('Lift ban<hidden> of {username}</hidden>', labelParts)
                : rich('Ban<hidden> {username}</hidden>', labelParts)}
            </button>
          )}
        </div>
      )}
    </li>
  )
}
