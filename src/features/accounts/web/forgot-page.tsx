import { Link, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiError } from '#client/api-error.ts'
import { siteFacts } from '#client/site-facts.ts'
import { findEmailErrors } from '#features/accounts/form-rules.ts'
import { useCaptcha } from '#features/captcha/web/use-captcha.tsx'
import { t } from '#lib/texts.ts'
import { Field } from '#ui/forms/field.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { FailureNote } from '#ui/note.tsx'
import { AuthPanel } from './auth-panel.tsx'

const fields = ['email'] as const

/** The page to request a link for choosing a new password. It doesn't reveal whether the address has an account. */
export function ForgotPage() {
  const { api } = useRouteContext({ from: '__root__' })
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const captcha = useCaptcha('reset')
  const { sendsNoEmail } = siteFacts()
  const send = async ({ email }: { email: string }) => {
    setFailure(null)
    try {
      await api('POST /api/password/forgot', { body: { email, captcha: await captcha.waitForSolution() } })
      setSentTo(email)
    } catch (error) {
      const { message, fields } = error as ApiError
      captcha.renew()
      if (!fields) setFailure(message)
      return fields
    }
    return undefined
  }
  const { errors, isSending, form } = useCheckedForm({ fields, check: findEmailErrors, send })
  return (
    <AuthPanel title={t('Forgot password?')}>
      <div role="status">
        {sentTo !== null && (
          <>
            <p className="font-semibold">{sendsNoEmail ? t('Your request was sent.') : t('Check your inbox.')}</p>
            <p className="mt-2 text-ink-2">
              {sendsNoEmail
                ? t(
                    'If there is an account with {email}, the operator of this site will see your request and send a link to that address. Open it soon: it works once, for 30 minutes.',
                    { email: sentTo },
                  )
                : t(
                    'If there is an account with {email}, we have sent an email with a link. The link works once, for 30 minutes.',
                    { email: sentTo },
                  )}
            </p>
          </>
        )}
      </div>
      {sentTo === null && (
        <form {...form} className="form js-only">
          {failure && <FailureNote title={failure} />}
          <Field
            label={t('Email')}
            name="email"
            type="email"
            error={errors.email}
            help={
              sendsNoEmail
                ? t('The operator of this site will see your request and send you a link to choose a new password.')
                : t('We will email you a link to choose a new password.')
            }
            autoComplete="email"
          />
          {captcha.field}
          <button type="submit" className="btn btn-primary btn-big" aria-disabled={isSending}>
            {isSending ? t('Sending...') : sendsNoEmail ? t('Ask for a link') : t('Send the link')}
          </button>
        </form>
      )}
      <p className="mt-5 flex flex-wrap gap-x-4 text-small">
        <Link to="/auth" className="link">
          {t('Back to sign in')}
        </Link>
        {sendsNoEmail && (
          <Link to="/contact" className="link">
            {t('Contact')}
          </Link>
        )}
      </p>
    </AuthPanel>
  )
}
