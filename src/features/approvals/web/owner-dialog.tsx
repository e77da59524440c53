import { useRouteContext } from '@tanstack/react-router'
import type { ApiError } from '#client/api-error.ts'
import type { PromptReview } from '#features/approvals/contract.ts'
import { t } from '#lib/texts.ts'
import { Field } from '#ui/forms/field.tsx'
import { FormDialog } from '#ui/forms/form-dialog.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { useOversightAction } from './use-oversight-action.ts'

type Props = { promptId: string; review: PromptReview; onClose: () => void }

/** Asks who should answer for a prompt: a writer of the group or, with an empty field, the group. */
export function OwnerDialog({ promptId, review: { group, owner }, onClose }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const { run } = useOversightAction()
  const { errors, isSending, form } = useCheckedForm({
    fields: ['owner'],
    check: () => ({}),
    send: async (values) => {
      const body = { owner: values.owner.trim() || null }
      let refusal: string | undefined
      await run(t('Changed'), () =>
        api('PATCH /api/prompts/{id}/review', { params: { id: promptId }, body }).catch((error: ApiError) => {
          refusal = error.fields?.owner
          throw error
        }),
      )
      if (refusal) return { owner: refusal }
      onClose()
      return undefined
    },
  })
  return (
    <FormDialog
      title={t('Who answers for it?')}
      lead={t(
        'The owner says from time to time whether the prompt is still right. Without one, the approvers of {name} do.',
        { name: group.name },
      )}
      submitLabel={t('Save')}
      isSending={isSending}
      form={form}
      onClose={onClose}
    >
      <Field
        label={t('Username')}
        name="owner"
        error={errors.owner}
        help={t('Somebody who writes in the group. Empty: the group.')}
        defaultValue={owner ?? ''}
        autoComplete="off"
      />
    </FormDialog>
  )
}
