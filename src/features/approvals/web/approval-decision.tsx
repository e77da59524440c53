import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { Approval } from '#features/approvals/contract.ts'
import { approvalLimits, approvalMessages } from '#features/approvals/rules.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { TextArea } from '#ui/forms/form-controls.tsx'
import { useOversightAction } from './use-oversight-action.ts'

const approveLabels = {
  new: msg('Approve and share'),
  edit: msg('Approve the edit'),
  public: msg('Approve for everybody'),
} as const

/** Lets an approver approve what waits, or return it with a reason. */
export function ApprovalDecision({ approval }: { approval: Approval }) {
  const { id, kind, revision, prompt, isOwn } = approval
  const { run, isSending } = useOversightAction()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const titleId = useId()
  const params = { id }
  const giveBack = () => {
    if (reason.trim().length < approvalLimits.reasonMin) return setError(approvalMessages.reasonMissing)
    void run(t('Returned'), (api) => api('POST /api/approvals/{id}/return', { params, body: { revision, reason } }))
  }
  const approve = () => {
    const body = { revision, version: prompt.version }
    void run(t('Approved'), (api) => api('POST /api/approvals/{id}/approve', { params, body }))
  }
  return (
    <section aria-labelledby={titleId} className="grid max-w-[46rem] gap-4 rounded-2 border border-edge bg-raised p-4">
      <h2 id={titleId} className="text-h3">
        {t('Your decision')}
      </h2>
      {isOwn && (
        <p className="border-warn border-l-4 pl-3">
          {t('You sent this yourself. You may decide because the group has no other approver. That is recorded.')}
        </p>
      )}
      <div>
        <button type="button" className="btn btn-primary btn-big" aria-disabled={isSending} onClick={approve}>
          {translate(approveLabels[kind])}
        </button>
      </div>
      <TextArea
        label={t('Reason')}
        help={t('To return it, say what should change.')}
        error={error}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value)
          setError(undefined)
        }}
        maxLength={approvalLimits.reasonMax}
        rows={2}
        dir="auto"
      />
      <div>
        <button type="button" className="btn" aria-disabled={isSending} onClick={giveBack}>
          {t('Return it')}
        </button>
      </div>
    </section>
  )
}

/** Lets the person who sent something change or withdraw it, or send it again after it was returned. */
export function SenderActions({ approval: { id, kind, state, prompt } }: { approval: Approval }) {
  const { run, isSending } = useOversightAction()
  const isWaiting = state === 'waiting'
  if (!isWaiting && state !== 'returned') return null
  return (
    <section aria-label={t('What you sent')} className="flex flex-wrap gap-2">
      {kind === 'new' ? (
        <Link to="/prompt/$slug/edit" params={{ slug: prompt.slug }} className="btn">
          {t('Change it')}
        </Link>
      ) : (
        <Link to="/approval/$id/edit" params={{ id }} className="btn">
          {isWaiting ? t('Change it') : t('Change it and send it again')}
        </Link>
      )}
      {isWaiting && (
        <button
          type="button"
          className="btn"
          aria-disabled={isSending}
          onClick={() => run(t('Withdrawn'), (api) => api('POST /api/approvals/{id}/withdraw', { params: { id } }))}
        >
          {t('Withdraw')}
        </button>
      )}
    </section>
  )
}
