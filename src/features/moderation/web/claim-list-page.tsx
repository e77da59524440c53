import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { ClaimAction } from '#features/claims/rules.ts'
import type { AdminClaim } from '#features/moderation/people-contract.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { ActionButtons, type RowAction, toShortcuts } from './action-buttons.tsx'
import { claimsQuery } from './admin-queries.ts'
import { ClaimDetails } from './claim-details.tsx'
import { DoneNote } from './done-note.tsx'
import { QueueList } from './queue-list.tsx'
import { QueueRow } from './queue-row.tsx'
import { StateTabs } from './state-tabs.tsx'
import { useAdminRequest } from './use-admin-request.ts'
import { useQueue } from './use-queue.ts'

export type ClaimSearch = { state?: 'decided'; cursor?: string }

const doneTexts: Record<ClaimAction, Message> = {
  approve: msg('Approved: {username} as {name}'),
  decline: msg('Declined: {username} as {name}'),
  revoke: msg('Revoked: {username} as {name}'),
}

/** The queue of claims to credited names. Each claim links to the member and the credited author. */
export function ClaimListPage({ search }: { search: ClaimSearch }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: page, error, refetch } = useQuery(claimsQuery(api, search))
  const request = useAdminRequest()
  const [doneMessage, setDoneMessage] = useState<string | null>(null)
  const decideAndMoveOn = async ({ id, name, user }: AdminClaim, action: ClaimAction) => {
    const decide = (call: typeof api) => call('POST /api/admin/claims/{id}', { params: { id }, body: { action } })
    const refusal = await request(decide, t('The decision was not saved'))
    if (refusal) return
    setDoneMessage(translate(doneTexts[action], { username: user.username, name }))
    queue.moveOn()
  }
  const actionsOf = (claim: AdminClaim): RowAction[] => {
    const { holds: claimantHoldsName, status } = claim
    const approve: RowAction = {
      key: 'a',
      label: t('Approve'),
      icon: 'check',
      primary: true,
      run: () => decideAndMoveOn(claim, 'approve'),
    }
    if (claimantHoldsName)
      return [{ key: 'r', label: t('Revoke'), destructive: true, run: () => decideAndMoveOn(claim, 'revoke') }]
    if (status !== 'pending') return [approve]
    return [approve, { key: 'd', label: t('Decline'), run: () => decideAndMoveOn(claim, 'decline') }]
  }
  const queue = useQueue(page?.items ?? [], (openClaim) => ({
    ...(openClaim && toShortcuts(actionsOf(openClaim))),
  }))

  if (error && !page) return <LoadFailure error={error} onRetry={() => refetch()} />
  return (
    <div aria-busy={!page}>
      <StateTabs
        to="/admin/claims"
        current={search.state}
        openName={t('Waiting')}
        other={{ state: 'decided', name: t('Decided') }}
      />
      <DoneNote lastAction={doneMessage === null ? null : { message: doneMessage, canUndo: false }} onUndo={() => {}} />
      <QueueList
        page={page}
        cursor={search.cursor}
        empty={
          search.state
            ? t('No claims have been decided yet.')
            : t('No claims are waiting. A claim appears here when a member says that a credited name is theirs.')
        }
      >
        {(claim) => (
          <QueueRow
            key={claim.id}
            id={claim.id}
            title={t('{username} claims {name}', { username: claim.user.username, name: claim.name })}
            isOpen={claim.id === queue.open?.id}
            onOpen={() => queue.show(claim.id)}
            time={claim.createdAt}
          >
            <ClaimDetails claim={claim} />
            <ActionButtons actions={actionsOf(claim)} />
          </QueueRow>
        )}
      </QueueList>
    </div>
  )
}
