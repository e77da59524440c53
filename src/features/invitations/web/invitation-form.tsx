import { useRouteContext } from '@tanstack/react-router'
import type { ApiError } from '#client/api-error.ts'
import type { NewInvitation } from '#features/invitations/contract.ts'
import { invitationLimits as limits, invitationMessages as messages } from '#features/invitations/rules.ts'
import { t } from '#lib/texts.ts'
import { focusOnMount } from '#ui/focus-on-mount.ts'
import { Field } from '#ui/forms/field.tsx'
import { FormActions } from '#ui/forms/form-actions.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { notify } from '#ui/notice.tsx'

const fields = ['label', 'uses', 'days'] as const
type Values = Record<(typeof fields)[number], string>

/** Shows the form for creating an invitation: who it is for, how many people can use it, and how long it works. */
export function InvitationForm({
  onCreated,
  onCancel,
}: {
  onCreated: (invitation: NewInvitation) => void
  onCancel: () => void
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const send = async ({ label, uses, days }: Values) => {
    try {
      const body = { label: label.trim(), uses: Number(uses), days: Number(days) }
      onCreated(await api('POST /api/admin/invitations', { body }))
    } catch (error) {
      const { message, fields: fieldErrors } = error as ApiError
      if (fieldErrors) return fieldErrors
      notify({ title: t('The invitation was not created'), text: message, isFailure: true })
    }
    return undefined
  }
  const { errors, isSending, form } = useCheckedForm({ fields, check, send })
  return (
    <form {...form} className="form">
      <Field label={t('Who it is for')} name="label" error={errors.label} autoComplete="off" ref={focusOnMount} />
      <Field
        label={t('Accounts')}
        name="uses"
        inputMode="numeric"
        defaultValue={1}
        error={errors.uses}
        help={t('How many people can register with the invitation, up to {usesMax}.', { usesMax: limits.usesMax })}
        autoComplete="off"
      />
      <Field
        label={t('Days')}
        name="days"
        inputMode="numeric"
        defaultValue={limits.daysDefault}
        error={errors.days}
        help={t('How long the invitation works, up to {daysMax} days.', { daysMax: limits.daysMax })}
        autoComplete="off"
      />
      <FormActions
        label={t('Create invitation')}
        pendingLabel={t('Creating...')}
        isSending={isSending}
        onCancel={onCancel}
      />
    </form>
  )
}

function check({ label, uses, days }: Values): Partial<Values> {
  return {
    ...(label.trim() === '' && { label: messages.nameMissing }),
    ...(label.trim().length > limits.labelMax && { label: messages.nameLong }),
    ...(!isWithin(uses, limits.usesMax) && { uses: messages.uses }),
    ...(!isWithin(days, limits.daysMax) && { days: messages.days }),
  }
}

function isWithin(text: string, max: number): boolean {
  const value = Number(text)
  return Number.isInteger(value) && value >= 1 && value <= max
}
