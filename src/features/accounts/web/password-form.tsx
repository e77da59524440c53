import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { ApiError } from '#client/api-error.ts'
import { findNewPasswordErrors, findPasswordError } from '#features/accounts/form-rules.ts'
import { t } from '#lib/texts.ts'
import { PasswordField } from '#ui/forms/field.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { notify } from '#ui/notice.tsx'
import { AccountName } from './account-name.tsx'
import { sessionsQuery } from './account-queries.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

const fields = ['currentPassword', 'password', 'confirmPassword'] as const
type Values = Record<(typeof fields)[number], string>

function check(values: Values): Partial<Values> {
  return {
    currentPassword: findPasswordError({ password: values.currentPassword }).password,
    ...findNewPasswordErrors(values),
  }
}

/** The form that changes the password. The change ends all other sessions. */
export function PasswordForm({ username }: { username: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const send = async ({ currentPassword, password }: Values, form: HTMLFormElement) => {
    try {
      await api('POST /api/password/change', { body: { currentPassword, newPassword: password } })
    } catch (error) {
      const { code, message, fields } = error as ApiError
      if (code === 'forbidden') return { currentPassword: message }
      if (fields?.newPassword) return { password: fields.newPassword }
      notify({ title: t('The password was not changed'), text: message, isFailure: true })
      return undefined
    }
    form.reset()
    notify({ title: t('Password changed'), text: t('You are signed out everywhere else.') })
    queryClient.invalidateQueries({ queryKey: sessionsQuery(api).queryKey })
    return undefined
  }
  const { errors, isSending, form } = useCheckedForm({ fields, check, send })
  return (
    <form {...form} className="form">
      <AccountName username={username} />
      <PasswordField
        label={t('Current password')}
        name="currentPassword"
        error={errors.currentPassword}
        autoComplete="current-password"
      />
      <NewPasswordFields errors={errors} />
      <button type="submit" className="btn justify-self-start" aria-disabled={isSending}>
        {isSending ? t('Changing password...') : t('Change password')}
      </button>
    </form>
  )
}
