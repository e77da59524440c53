import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import type { Invitation } from '#features/invitations/contract.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { SecretList } from '#ui/forms/secret-list.tsx'
import { keepFocus } from '#ui/keep-focus.ts'
import { ListRow } from '#ui/lists/list-row.tsx'
import { notify } from '#ui/notice.tsx'
import { rich } from '#ui/rich.ts'
import { InvitationForm } from './invitation-form.tsx'

/**
 * Shows the page where admins list, create and revoke invitations. `registration` tells who can register: anyone if it
 * is undefined.
 */
export function InvitationsPage({ registration }: { registration?: 'invite' | 'closed' }) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const { data: invitations, error, refetch } = useQuery(invitationsQuery(api))
  const reload = () => queryClient.invalidateQueries({ queryKey: invitationsQuery(api).queryKey })
  const revoke = async ({ id, label }: Invitation) => {
    try {
      await api('DELETE /api/admin/invitations/{id}', { params: { id } })
      notify({ title: t('Invitation revoked'), text: label })
    } catch (failure) {
      notify({ title: t('The invitation was not revoked'), text: (failure as Error).message, isFailure: true })
    }
    await reload()
  }
  return (
    <div className="grid gap-6">
      {registration !== 'invite' && (
        <p>
          {registration === 'closed'
            ? t('Nobody can register here at the moment, not even with an invitation.')
            : t('Anyone can register here at the moment, without an invitation.')}{' '}
          {rich('Invitations take effect once {setting} is {value}.', {
            setting: <code>REGISTRATION</code>,
            value: <code>invite</code>,
          })}
        </p>
      )}
      <SecretList
        items={invitations}
        error={error}
        hasPrimaryButton={registration === 'invite'}
        onRetry={() => refetch()}
        texts={{
          failure: t('The invitations could not be loaded'),
          empty: t('There are no invitations yet.'),
          value: t('Link to share'),
          create: t('New invitation'),
        }}
        list={(items) => <InvitationList invitations={items} onRevoke={revoke} />}
        form={({ onCreated, onCancel }) => (
          <InvitationForm
            onCreated={({ url }) => {
              onCreated(url)
              void reload()
            }}
            onCancel={onCancel}
          />
        )}
      />
    </div>
  )
}

type ListProps = { invitations: Invitation[]; onRevoke: (invitation: Invitation) => void }

function InvitationList({ invitations, onRevoke }: ListProps) {
  return (
    <ul className="border-hair border-t">
      {invitations.map((invitation) => (
        <ListRow
          key={invitation.id}
          action={
            invitation.works && (
              <button type="button" className="btn" ref={keepFocus} onClick={() => onRevoke(invitation)}>
                {rich('Revoke{hidden}', { hidden: <span className="sr-only"> {invitation.label}</span> })}
              </button>
            )
          }
        >
          <b className="block [overflow-wrap:anywhere]">{invitation.label}</b>
          <span className="block text-ink-2 text-small">
            {t('{uses} of {usesMax} used.', { uses: invitation.uses, usesMax: invitation.usesMax })}{' '}
            {invitation.works
              ? t('Works until {date}.', { date: usDate(invitation.expiresAt) })
              : t('No longer works.')}
          </span>
        </ListRow>
      ))}
    </ul>
  )
}

/**
 * Returns the query for the invitations, those that still work first. Each visit to the page requests them again,
 * because admins come there to change them.
 */
function invitationsQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/invitations'), staleTime: 0 })
}
