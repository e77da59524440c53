import { useRouteContext } from '@tanstack/react-router'
import type { ApiError } from '#client/api-error.ts'
import { findPasswordError } from '#features/accounts/form-rules.ts'
import { CurrentPasswordField } from '#features/accounts/web/current-password-field.tsx'
import type { SetUp } from '#features/second-factor/contract.ts'
import { t } from '#lib/texts.ts'
import { focusOnMount } from '#ui/focus-on-mount.ts'
import { FormActions } from '#ui/forms/form-actions.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { notify } from '#ui/notice.tsx'

const fields = ['password'] as const

type Props = { username: string; onSetUp: (setUp: SetUp) => void; onCancel: () => void }

/** Asks for the password before the authenticator's secret is shown. */
export function PasswordStep({ username, onSetUp, onCancel }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const send = async ({ password }: { password: string }) => {
    try {
      onSetUp(await api('POST /api/user/second-factor', { body: { password } }))
    } catch (error) {
      const { message, fields: fieldErrors } = error as ApiError
      if (fieldErrors?.password) return { password: message }
      notify({ title: t('Two-step sign-in was not set up'), text: message, isFailure: true })
    }
    return undefined
  }
  const { errors, isSending, form } = useCheckedForm({ fields, check: findPasswordError, send })
  return (
    <form {...form} className="form">
      <CurrentPasswordField username={username} error={errors.password} ref={focusOnMount} />
      <FormActions label={t('Continue')} pendingLabel={t('Checking...')} isSending={isSending} onCancel={onCancel} />
    </form>
  )
}
