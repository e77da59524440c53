import { useRouteContext } from '@tanstack/react-router'
import { ApiError } from '#client/api-error.ts'
import type { ReportTarget } from '#client/report-slot.ts'
import { type ReportReason, reasonsFor } from '#features/moderation/reason-rules.ts'
import { moderationLimits, reasonNames } from '#features/moderation/rules.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { TextArea } from '#ui/forms/form-controls.tsx'
import { FormDialog } from '#ui/forms/form-dialog.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { notify } from '#ui/notice.tsx'

const fields = ['reason', 'details'] as const

const accepted = { title: msg('Thank you'), text: msg('The moderators will look at it.') }
const alreadyDecided = {
  title: msg('Already decided'),
  text: msg('The moderators have already decided on this, and nothing has changed since. Contact us if you disagree.'),
}

/**
 * Asks what is wrong with a prompt, comparison, collection, example, comment, suggested edit or profile, and sends the report.
 */
export function ReportDialog({
  target,
  heading,
  title,
  onClose,
}: {
  target: ReportTarget
  heading: string
  title: string
  onClose: () => void
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const reportReasons = reasonsFor({ isPrompt: 'promptId' in target })
  const { errors, isSending, form } = useCheckedForm({
    fields,
    check: ({ reason }) => (reason === '' ? { reason: t('Choose what is wrong') } : {}),
    send: async ({ reason, details }) => {
      try {
        const body = { ...target, reason: reason as ReportReason, ...(details.trim() && { details }) }
        const { state } = await api('POST /api/reports', { body })
        const { title, text } = state === 'open' ? accepted : alreadyDecided
        notify({ title: translate(title), text: translate(text) })
        onClose()
      } catch (error) {
        if (error instanceof ApiError && error.fields) return error.fields
        notify({ title: t('The report was not sent'), text: (error as Error).message, isFailure: true })
      }
    },
  })
  return (
    <FormDialog title={heading} onClose={onClose} submitLabel={t('Send report')} isSending={isSending} form={form}>
      <p className="text-ink-2" dir="auto">
        {title}
      </p>
      <fieldset className="grid gap-1" aria-describedby={errors.reason ? 'report-reason-error' : undefined}>
        {/* The error is beside the question, so that the choices don't move when it appears. */}
        <legend className="mb-1 flex flex-wrap gap-x-3 font-semibold">
          {t('What is wrong with it?')}
          {errors.reason && (
            <span id="report-reason-error" className="field-error items-center">
              {errors.reason}
            </span>
          )}
        </legend>
        {reportReasons.map((reason) => (
          <label key={reason} className="flex min-h-8 items-center gap-2">
            <input type="radio" name="reason" value={reason} className="size-4.5 accent-ink" />
            {reasonNames[reason]}
          </label>
        ))}
      </fieldset>
      <TextArea
        rows={3}
        label={t('Details')}
        name="details"
        help={t('What should the moderators know? Optional.')}
        maxLength={moderationLimits.detailsMax}
        error={errors.details}
      />
    </FormDialog>
  )
}
