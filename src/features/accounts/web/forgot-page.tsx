import { Link, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiError } from '#client/api-error.ts'
import { siteFacts } from '#client/site-facts.ts'
import { findEmailErrors } from '#features/accounts/form-rules.ts'
import { useCaptcha } from '#features/captcha/web/use-captcha.tsx'
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
    <AuthPanel title="Forgot password?">
      <div role="status">
        {sentTo !== null && (
          <>
            <p className="font-semibold">{sendsNoEmail ? 'Your request was sent.' : 'Check your inbox.'}</p>
            <p className="mt-2 text-ink-2">
              If there is an account with {sentTo},{' '}
              {sendsNoEmail
                ? 'the operator of this site will see your request and send a link to that address. Open it soon: it works once, for 30 minutes.'
                : 'we have sent an email with a link. The link works once, for 30 minutes.'}
            </p>
          </>
        )}
      </div>
      {sentTo === null && (
        <form {...form} className="form js-only">
          {failure && <FailureNote title={failure} />}
          <Field
            label="Email"
            name="email"
            type="email"
            error={errors.email}
            help={
              sendsNoEmail
                ? 'The operator of this site will see your request and send you a link to choose a new password.'
                : 'We will email you a link to choose a new password.'
            }
            autoComplete="email"
          />
          {captcha.field}
          <button type="submit" className="btn btn-primary btn-big" aria-disabled={isSending}>
            {isSending ? 'Sending...' : sendsNoEmail ? 'Ask for a link' : 'Send the link'}
          </button>
        </form>
      )}
      <p className="mt-5 flex flex-wrap gap-x-4 text-small">
        <Link to="/auth" className="link">
          Back to sign in
        </Link>
        {sendsNoEmail && (
          <Link to="/contact" className="link">
            Contact
          </Link>
        )}
      </p>
    </AuthPanel>
  )
}
