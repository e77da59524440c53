import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import type { ClaimAction } from '#features/claims/rules.ts'
import type { AdminClaim } from '#features/moderation/contract.ts'
import { usDate } from '#lib/us-date.ts'
import { Empty } from '#ui/empty.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'
import { type Act, ActionButtons, keysOf } from './action-button.tsx'
import { claimsQuery } from './admin-queries.ts'
import { DoneNote } from './done-note.tsx'
import { KeyboardLegend } from './keyboard-legend.tsx'
import { QueueRow } from './queue-row.tsx'
import { useAdminAct } from './use-admin-act.ts'
import { useQueue } from './use-queue.ts'

export type ClaimSearch = { state?: 'decided'; cursor?: string }

const doneTexts: Record<ClaimAction, string> = { approve: 'Approved', decline: 'Declined', revoke: 'Revoked' }

/** The claims on credited names: read them, look at both pages, decide by keyboard. */
export function ClaimListPage({ search }: { search: ClaimSearch }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: page, error, refetch } = useQuery(claimsQuery(api, search))
  const act = useAdminAct()
  const [settled, setSettled] = useState<string | null>(null)
  const carryOut = async ({ id, name, user }: AdminClaim, action: ClaimAction) => {
    const decide = (call: typeof api) => call('POST /api/admin/claims/{id}', { params: { id }, body: { action } })
    if (await act(decide, 'The claim was not decided')) return
    setSettled(`${doneTexts[action]}: ${user.username} as ${name}`)
    queue.moveOn()
  }
  const actsOf = (claim: AdminClaim): Act[] => {
    const approve: Act = {
      key: 'a',
      label: 'Approve',
      icon: 'check',
      main: true,
      run: () => carryOut(claim, 'approve'),
    }
    if (claim.holds) return [{ key: 'r', label: 'Revoke', bad: true, run: () => carryOut(claim, 'revoke') }]
    if (claim.status !== 'pending') return [approve]
    return [approve, { key: 'd', label: 'Decline', run: () => carryOut(claim, 'decline') }]
  }
  const queue = useQueue(page?.items ?? [], (open) => ({ ...(open && keysOf(actsOf(open))) }))

  if (error && !page) return <LoadFailure error={error} onRetry={() => refetch()} />
  return (
    <div aria-busy={!page}>
      <States state={search.state} />
      <DoneNote done={settled === null ? null : { message: settled, canUndo: false }} onUndo={() => {}} />
      {page?.items.length === 0 && (
        <Empty>{search.state ? 'No claims are decided yet.' : 'No claims are waiting. You are all done.'}</Empty>
      )}
      {page && page.items.length > 0 && (
        <>
          <KeyboardLegend />
          <ul className="border-ink border-t-2">
            {page.items.map((claim) => (
              <QueueRow
                key={claim.id}
                id={claim.id}
                title={claim.name}
                isOpen={claim.id === queue.open?.id}
                onOpen={() => queue.show(claim.id)}
                facts={
                  <>
                    <span className="[overflow-wrap:anywhere]">{claim.user.username}</span>
                    <span>{usDate(claim.createdAt)}</span>
                  </>
                }
              >
                <WholeClaim claim={claim} />
                <ActionButtons acts={actsOf(claim)} />
              </QueueRow>
            ))}
          </ul>
        </>
      )}
      {page && <ListPaging nextCursor={page.nextCursor} cursor={search.cursor} />}
    </div>
  )
}

function WholeClaim({ claim: { name, user, holder, holds, proof, note, status } }: { claim: AdminClaim }) {
  return (
    <>
      <p className="text-ink-2 [overflow-wrap:anywhere]">
        <Link to="/user/$username" params={{ username: user.username }} className="link">
          {user.username}
        </Link>{' '}
        claims to be{' '}
        <Link to="/author/$name" params={{ name }} className="link">
          <bdi>{name}</bdi>
        </Link>
        {proof === 'github' ? ', which GitHub confirmed.' : '.'}
        {holder && !holds && (
          <>
            {' '}
            The name is now{' '}
            <Link to="/user/$username" params={{ username: holder.username }} className="link">
              {holder.username}
            </Link>
            ’s. Revoke that claim first.
          </>
        )}
        {status === 'declined' && ' It was declined or revoked.'}
      </p>
      {note !== '' && (
        <p className="max-w-[42em] whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
          {note}
        </p>
      )}
    </>
  )
}

function States({ state }: { state?: 'decided' }) {
  return (
    <nav aria-label="State" className="seg mb-5">
      {([undefined, 'decided'] as const).map((one) => (
        <Link
          key={one ?? 'open'}
          to="/admin/claims"
          search={{ state: one, cursor: undefined }}
          aria-current={one === state ? 'true' : undefined}
          activeOptions={{ exact: true }}
        >
          {one ? 'Decided' : 'Open'}
        </Link>
      ))}
    </nav>
  )
}
