import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isNotFoundError } from '#client/not-found.ts'
import type { Approval } from '#features/approvals/contract.ts'
import { kindNames, stateNames } from '#features/approvals/rules.ts'
import { formatList } from '#lib/format-list.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { ListPending } from '#ui/lists/list-pending.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { Moment } from '#ui/moment.tsx'
import { rich } from '#ui/rich.ts'
import { ApprovalComments } from './approval-comments.tsx'
import { ApprovalDecision, SenderActions } from './approval-decision.tsx'
import { approvalQuery } from './approval-queries.ts'
import { ApprovalTexts } from './approval-texts.tsx'

/** Shows what was sent for approval: what changes, who will read it, the comments, and what the reader can do. */
export function ApprovalPage({ id, notFound }: { id: string; notFound: ReactNode }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: approval, error, refetch } = useQuery(approvalQuery(api, id))
  if (isNotFoundError(error)) return notFound
  return (
    <div className="wrap pb-10" aria-busy={!approval && !error}>
      <PageHead title={approval ? translate(headings[approval.kind]) : t('Approval')}>
        {approval && <PromptName approval={approval} />}
      </PageHead>
      {error && <LoadFailure error={error} onRetry={() => refetch()} />}
      {!approval && !error && <ListPending />}
      {approval && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <ApprovalFacts approval={approval} />
          {approval.mayDecide || approval.state === 'waiting' || approval.isOwn ? (
            <ApprovalTexts approval={approval} />
          ) : null}
          <ApprovalComments key={approval.comments.length} approval={approval} />
          {approval.mayDecide && <ApprovalDecision key={approval.revision} approval={approval} />}
          {approval.isOwn && <SenderActions approval={approval} />}
        </div>
      )}
    </div>
  )
}

const headings = {
  new: msg('A prompt for the group'),
  edit: msg('An edit'),
  public: msg('A prompt for everybody'),
} as const

/** The prompt's title. It is a link for those who may open the prompt: approvers can't open somebody's own draft. */
function PromptName({ approval: { prompt, kind, state, isOwn } }: { approval: Approval }) {
  if (kind === 'new' && state !== 'approved' && !isOwn) return <span dir="auto">{prompt.title}</span>
  return (
    <Link to="/prompt/$slug" params={{ slug: prompt.slug }} className="link" dir="auto">
      {prompt.title}
    </Link>
  )
}

function decidedByText(state: Exclude<Approval['state'], 'waiting'>, person: ReactNode): ReactNode {
  if (state === 'approved') return rich('Approved by {person}', { person })
  return state === 'returned' ? rich('Returned by {person}', { person }) : rich('Withdrawn by {person}', { person })
}

function ApprovalFacts({ approval }: { approval: Approval }) {
  const { kind, state, user, group, revisedAt, note, answer, decidedBy, readers } = approval
  return (
    <div className="grid gap-2 [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="badge">{stateNames[state]}</span>
        <span className="text-ink-2 text-small">
          {kindNames[kind]}.{' '}
          {rich('By {username} in {group}, {date}', {
            username: <bdi>{user.username}</bdi>,
            group: (
              <Link to="/group/$slug" params={{ slug: group.slug }} className="link" dir="auto">
                {group.name}
              </Link>
            ),
            date: <Moment time={revisedAt} />,
          })}
        </span>
      </p>
      {note && (
        <p>
          <b>{t('Why:')} </b>
          <bdi>{note}</bdi>
        </p>
      )}
      {state === 'waiting' && (
        <p>
          <b>{t('Who will read it:')} </b>
          {readers.length === 0
            ? t('everybody, once the site’s own rules allow it')
            : rich('the members of {groups}', { groups: <bdi>{formatList(readers.map(({ name }) => name))}</bdi> })}
          .
        </p>
      )}
      {decidedBy && state !== 'waiting' && (
        <p className="border-ink border-s-4 ps-3">
          {decidedByText(state, <bdi>{decidedBy}</bdi>)}
          {answer ? ': ' : '.'}
          <bdi>{answer}</bdi>
        </p>
      )}
    </div>
  )
}
