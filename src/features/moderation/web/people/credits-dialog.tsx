import { useRef } from 'react'
import { newIdempotencyKey } from '#client/idempotency-key.ts'
import { t } from '#lib/texts.ts'
import { Field } from '#ui/forms/field.tsx'
import { FormDialog } from '#ui/forms/form-dialog.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { notify } from '#ui/notice.tsx'
import { useAdminRequest } from '../use-admin-request.ts'

const fields = ['amount', 'reason'] as const
type Values = Record<(typeof fields)[number], string>

function check({ amount, reason }: Values): Partial<Values> {
  return {
    ...(!/^[1-9]\d*$/.test(amount.trim()) && { amount: t('Use a whole number, 1 or more') }),
    ...(reason.trim() === '' && { reason: t('Say what the credits are for. The user can read it.') }),
  }
}

/**
 * The form that gives a user credits that don't expire. If it is sent again after a failure, the credits are given only
 * once.
 */
export function CreditsDialog({ person, onClose }: { person: { id: string; username: string }; onClose: () => void }) {
  const request = useAdminRequest()
  const idempotencyKey = useRef(newIdempotencyKey())
  const { errors, isSending, form } = useCheckedForm({
    fields,
    check,
    send: async ({ amount, reason }) => {
      const body = { amount: Number(amount), reason: reason.trim() }
      const refusal = await request(
        (api) =>
          api('POST /api/admin/users/{id}/credits', {
            params: { id: person.id },
            body,
            idempotencyKey: idempotencyKey.current,
          }),
        t('No credits were given'),
      )
      if (refusal) {
        // The corrected form is a different request, so it needs a new key.
        if (Object.keys(refusal).length > 0) idempotencyKey.current = newIdempotencyKey()
        return refusal
      }
      notify({ title: t('Credits given'), text: person.username })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('Give credits to {username}', { username: person.username })}
      submitLabel={t('Give')}
      isSending={isSending}
      form={form}
      onClose={onClose}
    >
      <Field label={t('Credits')} name="amount" inputMode="numeric" error={errors.amount} autoComplete="off" />
      <Field label={t('Reason')} name="reason" error={errors.reason} help={t('It appears in the user’s history.')} />
    </FormDialog>
  )
}
