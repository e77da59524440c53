import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiError } from '#client/api-error.ts'
import { findNewPasswordErrors } from '#features/accounts/form-rules.ts'
import { t, translate } from '#lib/texts.ts'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { FailureNote } from '#ui/note.tsx'
import { notify } from '#ui/notice.tsx'
import { AccountName } from './account-name.tsx'
import { AuthPanel } from './auth-panel.tsx'
import { InvalidLinkNote, incompleteLinkMessage, isInvalidLink, useLinkToken } from './email-link.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { endSession } from './session-lifecycle.ts'
import { readSession } from './session-store.ts'

const fields = ['password', 'confirmPassword'] as const

/** The page that a reset link opens, for choosing a new password. */
export function ResetPage() {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const token = useLinkToken()
  const [failure, setFailure] = useState<ApiError | null>(null)
  const send = async ({ password }: { password: string }) => {
    if (!token) return undefined
    setFailure(null)
    try {
      await api('POST /api/password/reset', { body: { token, password } })
    } catch (error) {
      const { fields } = error as ApiError
      if (fields?.password) return { password: fields.password }
      setFailure(error as ApiError)
      return undefined
    }
    // The server has ended all sessions of the account, and this browser's session even if it belonged to another
    // account.
    if (readSession().state !== 'signedOut') endSession()
    notify({ title: t('Password changed'), text: t('Sign in with the new password.') })
    await router.navigate({ to: '/auth', replace: true })
    return undefined
  }
  const { errors, isSending, form } = useCheckedForm({ fields, check: findNewPasswordErrors, send })
  const isInvalid = token === null || (failure !== null && isInvalidLink(failure))
  return (
    <AuthPanel title={t('Choose a new password')}>
      {isInvalid ? (
        <InvalidLinkNote
          reason={failure?.message ?? translate(incompleteLinkMessage)}
          to="/auth/forgot"
          label={t('Send a new link')}
        />
      ) : (
        <form {...form} className="form js-only">
          <AccountName />
          {failure && <FailureNote title={failure.message} />}
          <NewPasswordFields errors={errors} />
          <button type="submit" className="btn btn-primary btn-big" aria-disabled={isSending}>
            {isSending ? t('Changing password...') : t('Change password')}
          </button>
          <p className="text-ink-2 text-small">{t('This signs you out everywhere.')}</p>
        </form>
      )}
    </AuthPanel>
  )
}
