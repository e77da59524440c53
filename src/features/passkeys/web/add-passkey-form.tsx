import { useRouteContext } from '@tanstack/react-router'
import type { ApiError } from '#client/api-error.ts'
import { browserOf } from '#features/accounts/browser-rules.ts'
import { findPasswordError } from '#features/accounts/form-rules.ts'
import { CurrentPasswordField } from '#features/accounts/web/current-password-field.tsx'
import { passkeyMessages as messages, passkeyLimits } from '#features/passkeys/rules.ts'
import { t } from '#lib/texts.ts'
import { focusOnMount } from '#ui/focus-on-mount.ts'
import { Field } from '#ui/forms/field.tsx'
import { FormActions } from '#ui/forms/form-actions.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { notify } from '#ui/notice.tsx'
import { createPasskey, deviceMessage } from './passkey-device.ts'

const fields = ['passkeyName', 'password'] as const
type Values = Record<(typeof fields)[number], string>

function check({ passkeyName, password }: Values): Partial<Values> {
  const name = passkeyName.trim()
  return {
    ...(name === '' && { passkeyName: messages.nameMissing }),
    ...(name.length > passkeyLimits.nameMax && { passkeyName: messages.nameLong }),
    ...findPasswordError({ password }),
  }
}

type Props = { username: string; onAdded: () => void; onCancel: () => void }

/** Asks for a name and the password, then lets the device create a passkey. */
export function AddPasskeyForm({ username, onAdded, onCancel }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const send = async ({ passkeyName, password }: Values) => {
    try {
      const credential = await createPasskey(await api('POST /api/user/passkeys/options', { body: { password } }))
      await api('POST /api/user/passkeys', { body: { name: passkeyName.trim(), credential } })
      notify({ title: t('Passkey added'), text: t('You can sign in with it from now on.') })
      onAdded()
    } catch (error) {
      const { message, fields: fieldErrors } = error as ApiError
      if (fieldErrors?.password) return { password: message }
      notify({ title: t('The passkey was not added'), text: deviceMessage(error) ?? message, isFailure: true })
    }
    return undefined
  }
  const { errors, isSending, form } = useCheckedForm({ fields, check, send })
  return (
    <form {...form} className="form">
      <Field
        label={t('Name of the passkey')}
        name="passkeyName"
        error={errors.passkeyName}
        help={t('A name that you will recognize later, such as your device’s.')}
        defaultValue={browserOf(navigator.userAgent)}
        autoComplete="off"
        ref={focusOnMount}
      />
      <CurrentPasswordField username={username} error={errors.password} />
      <FormActions
        label={t('Add the passkey')}
        pendingLabel={t('Waiting for your device...')}
        isSending={isSending}
        onCancel={onCancel}
      />
    </form>
  )
}
