import { useRouteContext } from '@tanstack/react-router'
import { browserOf } from '#features/accounts/browser-rules.ts'
import { AccountName } from '#features/accounts/web/account-name.tsx'
import { passkeyMessages as messages, passkeyLimits } from '#features/passkeys/rules.ts'
import { Field, PasswordField } from '#ui/field.tsx'
import { notify } from '#ui/notice.tsx'
import { useCheckedForm } from '#ui/use-checked-form.ts'
import type { ApiError } from '#web/api-error.ts'
import { deviceMessage, makePasskey } from './passkey-device.ts'

const fields = ['passkeyName', 'password'] as const
type Values = Record<(typeof fields)[number], string>

function check({ passkeyName, password }: Values): Partial<Values> {
  const name = passkeyName.trim()
  return {
    ...(name === '' && { passkeyName: messages.nameMissing }),
    ...(name.length > passkeyLimits.nameMax && { passkeyName: messages.nameLong }),
    ...(password === '' && { password: 'Enter your password' }),
  }
}

type Props = { username: string; onAdded: () => void; onCancel: () => void }

/** Asks for the password, then has the device create a passkey. */
export function AddPasskeyForm({ username, onAdded, onCancel }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const send = async ({ passkeyName, password }: Values) => {
    try {
      const credential = await makePasskey(await api('POST /api/user/passkeys/options', { body: { password } }))
      await api('POST /api/user/passkeys', { body: { name: passkeyName.trim(), credential } })
      notify({ title: 'Passkey added', text: 'It signs you in from now on.' })
      onAdded()
    } catch (error) {
      const { code, message } = error as ApiError
      if (code === 'forbidden') return { password: message }
      notify({ title: 'The passkey was not added', text: deviceMessage(error) ?? message, failed: true })
    }
    return undefined
  }
  const { errors, pending, form } = useCheckedForm({ fields, check, send })
  return (
    <form {...form} className="form">
      <Field
        label="Name of the passkey"
        name="passkeyName"
        error={errors.passkeyName}
        help="Helps you recognize it, such as the name of the device."
        defaultValue={browserOf(navigator.userAgent)}
        autoComplete="off"
        ref={focusOn}
      />
      <AccountName username={username} />
      <PasswordField label="Your password" name="password" error={errors.password} autoComplete="current-password" />
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="btn btn-key" aria-disabled={pending}>
          {pending ? 'Waiting for your device...' : 'Add the passkey'}
        </button>
        <button type="button" className="btn" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}

function focusOn(input: HTMLInputElement | null) {
  input?.focus()
}
