import { useRouteContext } from '@tanstack/react-router'
import type { ApiError } from '#client/api-error.ts'
import { findPasswordError } from '#features/accounts/form-rules.ts'
import { CurrentPasswordField } from '#features/accounts/web/current-password-field.tsx'
import { msg, t, translate } from '#lib/texts.ts'
import { focusOnMount } from '#ui/focus-on-mount.ts'
import { FormActions } from '#ui/forms/form-actions.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { notify } from '#ui/notice.tsx'
import { CodeField, findCodeErrors } from './code-field.tsx'

const fields = ['password', 'code'] as const
type Values = Record<(typeof fields)[number], string>

const changes = {
  codes: {
    lead: msg('You get ten new codes. The old ones stop working.'),
    action: msg('Make new codes'),
    pending: msg('Making new codes...'),
    done: { title: msg('New recovery codes'), text: msg('The old ones no longer work.') },
    failed: msg('No new codes were made'),
  },
  off: {
    lead: msg('Anyone who knows your password can then sign in.'),
    action: msg('Switch off two-step sign-in'),
    pending: msg('Switching off...'),
    done: { title: msg('Two-step sign-in is off'), text: msg('Your password is enough from now on.') },
    failed: msg('Two-step sign-in was not switched off'),
  },
} as const

type Props = {
  username: string
  change: keyof typeof changes
  /** Receives the new recovery codes, or null after switching off. */
  onDone: (codes: string[] | null) => void
  onCancel: () => void
}

/** Asks for the password and a code, then replaces the recovery codes or switches the second factor off. */
export function ChangeFactorForm({ username, change, onDone, onCancel }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const texts = changes[change]
  const submitChange = async (body: Values) => {
    if (change === 'codes') return (await api('POST /api/user/second-factor/recovery-codes', { body })).recoveryCodes
    await api('DELETE /api/user/second-factor', { body })
    return null
  }
  const send = async (values: Values) => {
    try {
      const codes = await submitChange(values)
      notify({ title: translate(texts.done.title), text: translate(texts.done.text) })
      onDone(codes)
    } catch (error) {
      const { code, message, fields: fieldErrors } = error as ApiError
      if (fieldErrors?.code) return { code: fieldErrors.code }
      if (code === 'forbidden') return { password: message }
      notify({ title: translate(texts.failed), text: message, isFailure: true })
    }
    return undefined
  }
  const { errors, isSending, form } = useCheckedForm({ fields, check, send })
  return (
    <form {...form} className="form">
      <p>{translate(texts.lead)}</p>
      <CurrentPasswordField username={username} error={errors.password} ref={focusOnMount} />
      <CodeField error={errors.code} help={t('From your authenticator, or a recovery code.')} kind="either" />
      <FormActions
        label={translate(texts.action)}
        pendingLabel={translate(texts.pending)}
        isSending={isSending}
        destructive={change === 'off'}
        onCancel={onCancel}
      />
    </form>
  )
}

function check(values: Values): Partial<Values> {
  return { ...findPasswordError(values), ...findCodeErrors(values) }
}
