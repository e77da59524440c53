import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '#features/accounts/contract.ts'
import type { PromptReview } from '#features/approvals/contract.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { isOwn } from '#features/writing/web/may-edit.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { rich } from '#ui/rich.ts'
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
        <p className="border-ink border-l-4 pl-3 text-small">
          {approval.isOwn ? t('What you sent waits for an approver.') : t('A change waits for an approver.')}{' '}
          <Link to="/approval/$id" params={{ id: approval.id }} className="link">
            {t('Open it')}
          </Link>
        </p>
      )}
      {review && <Review user={user} prompt={prompt} review={review} isWaiting={approval !== null} />}
      {mayShare && (
        <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setSharing(true)}>
          {t('Share with a group')}
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
    void run(isDirect ? t('Published') : t('Sent for approval'), (api) =>
      isDirect
        ? api('PATCH /api/prompts/{id}', { params, body })
        : api('POST /api/prompts/{id}/approvals', { params, body }),
    )
  }
  const bringBack = () =>
    run(t('Shared again'), (api) => api('PATCH /api/prompts/{id}', { params, body: { status: 'shared' } }))
  return (
    <div className="grid gap-3">
      <p className="text-small [overflow-wrap:anywhere]">
        <Link to="/group/$slug" params={{ slug: group.slug }} className="link" dir="auto">
          {group.name}
        </Link>
        .{' '}
        {owner
          ? rich('{owner} answers for this prompt.', { owner: <bdi>{owner}</bdi> })
          : t('The group answers for this prompt.')}{' '}
        {isRetired
          ? t('It is out of use.')
          : overdueSince
            ? null
            : t('Reviewed until {date}.', { date: usDate(dueAt) })}
      </p>
      {overdueSince && !isRetired && (
        <p className="border-warn border-l-4 pl-3 text-small">
          {t('Review overdue since {date}.', { date: usDate(overdueSince) })}
        </p>
      )}
      {isAsked && mayAnswer && !isRetired && (
        <div className="grid gap-2">
          <p className="font-semibold text-small">{t('Is it still right?')}</p>
          <ReviewAnswers prompt={prompt} />
        </div>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isPublicPage && mayEdit && !isOwn(user, prompt) && (
          <Link to="/prompt/$slug/edit" params={{ slug: prompt.slug }} className="btn">
            {t('Edit')}
          </Link>
        )}
        {mayBringBack && (
          <button type="button" className="btn" aria-disabled={isSending} onClick={bringBack}>
            {t('Share it again')}
          </button>
        )}
        {mayAnswer && (
          <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
            {t('Change owner')}
          </button>
        )}
        {mayPublish && (
          <button type="button" className="btn" aria-disabled={isSending} onClick={publish}>
            {t('Publish for everybody')}
          </button>
        )}
      </div>
      {isChoosing && <OwnerDialog promptId={prompt.id} review={review} onClose={() => setChoosing(false)} />}
    </div>
  )
}
