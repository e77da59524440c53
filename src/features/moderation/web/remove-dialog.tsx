import { reasonsFor } from '#features/moderation/reason-rules.ts'
import { moderationLimits, reasonNames, standardReasons } from '#features/moderation/rules.ts'
import { t } from '#lib/texts.ts'
import { TextArea } from '#ui/forms/form-controls.tsx'
import { FormDialog } from '#ui/forms/form-dialog.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import type { Refusal } from './use-admin-request.ts'

const { reasonMin, reasonMax } = moderationLimits
const fields = ['removedReason'] as const

/** Asks why something is removed. The author will read the answer. Buttons below the field fill in standard reasons. */
export function RemoveDialog({
  heading,
  isPrompt,
  title,
  initialReason,
  onSend,
  onClose,
}: {
  heading: string
  /** Whether a prompt is removed. Only prompts can be in the wrong category. */
  isPrompt: boolean
  /** The title of what is removed. */
  title: string
  initialReason?: string
  onSend: (reason: string) => Promise<Refusal | null>
  onClose: () => void
}) {
  const { errors, isSending, form } = useCheckedForm({
    fields,
    check: ({ removedReason }) =>
      removedReason.trim().length < reasonMin
        ? { removedReason: t('Give the author a reason, in at least {reasonMin} characters.', { reasonMin }) }
        : {},
    send: async ({ removedReason }) => {
      const refusal = await onSend(removedReason)
      if (!refusal) onClose()
      return refusal ?? undefined
    },
  })
  return (
    <FormDialog
      title={heading}
      submitLabel={t('Remove')}
      destructive
      isSending={isSending}
      form={form}
      onClose={onClose}
    >
      <p className="text-ink-2 [overflow-wrap:anywhere]" dir="auto">
        {title}
      </p>
      <TextArea
        rows={3}
        label={t('Reason')}
        name="removedReason"
        help={t('The author reads this. Ctrl+Enter sends it.')}
        defaultValue={initialReason}
        maxLength={reasonMax}
        error={errors.removedReason}
        autoFocus
      />
      <p className="flex flex-wrap gap-2">
        {reasonsFor({ isPrompt }).map((name) => (
          <button
            key={name}
            type="button"
            className="chip"
            onClick={({ currentTarget }) => {
              const field = currentTarget.form?.elements.namedItem('removedReason') as HTMLTextAreaElement
              field.value = standardReasons[name]
              field.focus()
            }}
          >
            {reasonNames[name]}
          </button>
        ))}
      </p>
    </FormDialog>
  )
}
