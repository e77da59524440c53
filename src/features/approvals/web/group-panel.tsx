import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '#features/accounts/contract.ts'
import type { PromptReview } from '#features/approvals/contract.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { isOwn } from '#features/writing/web/may-edit.ts'
import { usDate } from '#lib/us-date.ts'
import { oversightQuery } from './approval-queries.ts'
import { OwnerDialog } from './owner-dialog.tsx'
import { ReviewAnswers } from './review-answers.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { useOversightAction } from './use-oversight-action.ts'

/**
 * On a prompt's page: what waits for approval, who answers for the prompt, and what the member can do about that. On a
 * member's own prompt, also lets them share it with a group.
 */
export function GroupPanel({ prompt, user }: { prompt: Prompt; user: User }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data } = useQuery(oversightQuery(api, prompt.id))
  const [isSharing, setSharing] = useState(false)
  if (!data) return null
  const { approval, review } = data
  const mayShare = review === null && approval === null && isOwn(user, prompt) && isShareable(prompt)
  return (
    <>
      {approval && (
        <p className="border-ink border-s-4 ps-3 text-small">
          {approval.isOwn ? 'What you sent waits for an approver.' : 'A change waits for an approver.'}{' '}
          <Link to="/approval/$id" params={{ id: approval.id }} className="link">
            Open it
          </Link>
        </p>
      )}
      {review && <Review user={user} prompt={prompt} review={review} isWaiting={approval !== null} />}
      {mayShare && (
        <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setSharing(true)}>
          Share with a group
        </button>
      )}
      {isSharing && <ShareDialog prompt={prompt} onClose={() => setSharing(false)} />}
    </>
  )
}

function isShareable({ status }: Prompt): boolean {
  return status === 'draft' || status === 'published'
}

type ReviewProps = { user: User; prompt: Prompt; review: PromptReview; isWaiting: boolean }

function Review({ user, prompt, review, isWaiting }: ReviewProps) {
  const { run, isSending } = useOversightAction()
  const [isChoosing, setChoosing] = useState(false)
  const { group, owner, dueAt, isAsked, overdueSince, isRetired, mayEdit, mayAnswer, mayBringBack } = review
  // A published prompt's page is the same for everybody, so it doesn't say what its group may do.
  const isPublicPage = prompt.audience === undefined
  const params = { id: prompt.id }
  const mayPublish = prompt.status === 'shared' && prompt.audience?.mayEdit === true && !isWaiting
  const publish = () => {
    const isDirect = prompt.audience?.mayDecide && !prompt.audience.needsApproval
    const body = { status: 'published' as const, version: prompt.version }
    void run(isDirect ? 'Published' : 'Sent for approval', (api) =>
      isDirect
        ? api('PATCH /api/prompts/{id}', { params, body })
        : api('POST /api/prompts/{id}/approvals', { params, body }),
    )
  }
  const bringBack = () =>
    run('Shared again', (api) => api('PATCH /api/prompts/{id}', { params, body: { status: 'shared' } }))
  return (
    <div className="grid gap-3">
      <p className="text-small [overflow-wrap:anywhere]">
        <Link to="/group/$slug" params={{ slug: group.slug }} className="link" dir="auto">
          {group.name}
        </Link>
        . {owner ? <bdi>{owner}</bdi> : 'The group'} answers for this prompt.{' '}
        {isRetired ? 'It is out of use.' : overdueSince ? null : `Reviewed until ${usDate(dueAt)}.`}
      </p>
      {overdueSince && !isRetired && (
        <p className="border-warn border-s-4 ps-3 text-small">Review overdue since {usDate(overdueSince)}.</p>
      )}
      {isAsked && mayAnswer && !isRetired && (
        <div className="grid gap-2">
          <p className="font-semibold text-small">Is it still right?</p>
          <ReviewAnswers prompt={prompt} />
        </div>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isPublicPage && mayEdit && !isOwn(user, prompt) && (
          <Link to="/prompt/$slug/edit" params={{ slug: prompt.slug }} className="btn">
            Edit
          </Link>
        )}
        {mayBringBack && (
          <button type="button" className="btn" aria-disabled={isSending} onClick={bringBack}>
            Share it again
          </button>
        )}
        {mayAnswer && (
          <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
            Change owner
          </button>
        )}
        {mayPublish && (
          <button type="button" className="btn" aria-disabled={isSending} onClick={publish}>
            Publish for everybody
          </button>
        )}
      </div>
      {isChoosing && <OwnerDialog promptId={prompt.id} review={review} onClose={() => setChoosing(false)} />}
    </div>
  )
}
