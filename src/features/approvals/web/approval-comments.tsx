import { useId, useState } from 'react'
import type { Approval } from '#features/approvals/contract.ts'
import { approvalLimits, approvalMessages } from '#features/approvals/rules.ts'
import { t } from '#lib/texts.ts'
import { TextArea } from '#ui/forms/form-controls.tsx'
import { Moment } from '#ui/moment.tsx'
import { useOversightAction } from './use-oversight-action.ts'

/** The comments on what waits, and a field for another one. */
export function ApprovalComments({ approval: { id, comments, state } }: { approval: Approval }) {
  const { run, isSending } = useOversightAction()
  const [body, setBody] = useState('')
  const [error, setError] = useState<string>()
  const titleId = useId()
  const isOpen = state === 'waiting' && comments.length < approvalLimits.comments
  if (comments.length === 0 && !isOpen) return null
  const send = () => {
    if (body.trim() === '') return setError(approvalMessages.commentMissing)
    void run(t('Comment sent'), (api) => api('POST /api/approvals/{id}/comments', { params: { id }, body: { body } }))
  }
  return (
    <section aria-labelledby={titleId} className="max-w-[46rem]">
      <h2 id={titleId} className="text-h3">
        {t('Comments')}
      </h2>
      <p className="mt-1 text-ink-2 text-small">{t('Only its author and the group’s approvers see them.')}</p>
      {comments.length > 0 && (
        <ul className="mt-3 border-hair border-t">
          {comments.map((comment) => (
            <li key={comment.id} className="border-hair border-b py-3 [overflow-wrap:anywhere]">
              <p className="text-ink-2 text-small">
                <bdi>{comment.user.username}</bdi>, <Moment time={comment.createdAt} />
              </p>
              <p className="whitespace-pre-line" dir="auto">
                {comment.body}
              </p>
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <form
          method="post"
          className="mt-4 grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
        >
          <TextArea
            label={t('Your comment')}
            error={error}
            value={body}
            onChange={(event) => {
              setBody(event.target.value)
              setError(undefined)
            }}
            maxLength={approvalLimits.commentMax}
            rows={2}
            dir="auto"
          />
          <div>
            <button type="submit" className="btn" aria-disabled={isSending}>
              {t('Comment', { context: 'verb' })}
            </button>
          </div>
        </form>
      )}
    </section>
  )
}
