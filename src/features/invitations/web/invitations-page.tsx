import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Invitation } from '#features/invitations/contract.ts'
import { usDate } from '#lib/us-date.ts'
import { ListRow } from '#ui/list-row.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'
import { notify } from '#ui/notice.tsx'
import { SecretValue } from '#ui/secret-value.tsx'
import { InvitationForm } from './invitation-form.tsx'
import { invitationsQuery } from './invitation-queries.ts'

/** The invitations to register: lists, makes and revokes them. `areNeeded`: whether accounts need one here. */
export function InvitationsPage({ areNeeded }: { areNeeded: boolean }) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const { data: invitations, error, refetch } = useQuery(invitationsQuery(api))
  const [making, setMaking] = useState(false)
  const [url, setUrl] = useState<string | null>(null)
  const reload = () => queryClient.invalidateQueries({ queryKey: invitationsQuery(api).queryKey })
  const revoke = async ({ id, label }: Invitation) => {
    try {
      await api('DELETE /api/admin/invitations/{id}', { params: { id } })
      notify({ title: 'Invitation revoked', text: label })
    } catch (failure) {
      notify({ title: 'The invitation was not revoked', text: (failure as Error).message, failed: true })
    }
    await reload()
  }
  return (
    <div className="grid max-w-160 grid-cols-1 gap-6" aria-busy={!invitations && !error}>
      {!areNeeded && <p>Nobody needs an invitation to register here at the moment.</p>}
      {error && !invitations && (
        <LoadFailure title="The invitations could not be loaded" error={error} onRetry={() => refetch()} />
      )}
      {url && <SecretValue label="The link to pass on" value={url} onClose={() => setUrl(null)} />}
      {invitations?.length === 0 && <p>There are no invitations yet.</p>}
      {invitations && invitations.length > 0 && <InvitationList invitations={invitations} onRevoke={revoke} />}
      {making ? (
        <InvitationForm
          onMade={(made) => {
            setUrl(made.url)
            setMaking(false)
            void reload()
          }}
          onCancel={() => setMaking(false)}
        />
      ) : (
        <button type="button" className="btn justify-self-start" onClick={() => setMaking(true)}>
          New invitation
        </button>
      )}
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
              <button type="button" className="btn" onClick={() => onRevoke(invitation)}>
                Revoke<span className="sr-only"> {invitation.label}</span>
              </button>
            )
          }
        >
          <b className="block [overflow-wrap:anywhere]">{invitation.label}</b>
          <span className="block text-ink-2 text-small">
            {invitation.uses} of {invitation.usesMax} used.{' '}
            {invitation.works ? `Works until ${usDate(invitation.expiresAt)}.` : 'No longer works.'}
          </span>
        </ListRow>
      ))}
    </ul>
  )
}
