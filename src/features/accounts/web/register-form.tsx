import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { findRegistrationErrors } from '#features/accounts/form-rules.ts'
import { useCaptcha } from '#features/captcha/web/use-captcha.tsx'
import { Field } from '#ui/forms/field.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { Icon } from '#ui/icon.tsx'
import { FailureNote } from '#ui/note.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useRegisterUser } from './use-register-user.ts'

const fields = ['username', 'email', 'password', 'confirmPassword'] as const

/** Creates an account and signs in. `invitation` is the token of an invitation, if the site requires one. */
export function RegisterForm({ invitation, onSignedIn }: { invitation?: string; onSignedIn: () => void }) {
  const [failure, setFailure] = useState<string | null>(null)
  const [isRegistered, setRegistered] = useState(false)
  const captcha = useCaptcha('register')
  const registerUser = useRegisterUser({
    captcha: captcha.waitForSolution,
    invitation,
    onStarted: () => setFailure(null),
    onFailed: (message) => {
      setFailure(message)
      captcha.renew()
    },
    onRegistered: () => {
      setRegistered(true)
      onSignedIn()
    },
  })
  const { errors, isSending, form } = useCheckedForm({ fields, check: findRegistrationErrors, send: registerUser })
  return (
    <form {...form} className="form">
      {failure && <FailureNote title={failure} />}
      <p role="status" className={isRegistered ? 'flex gap-2 text-good' : 'hidden'}>
        {isRegistered && (
          <>
            <Icon name="circle-check" />
            Your account is ready.
          </>
        )}
      </p>
      {!isRegistered && (
        <>
          <Field
            label="Username"
            name="username"
            error={errors.username}
            help="Everyone can see it. 3 to 30 letters, digits, _ and -."
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Field
            label="Email"
            name="email"
            type="email"
            error={errors.email}
            help="Only you can see it."
            autoComplete="email"
          />
          <NewPasswordFields label="Password" errors={errors} />
          {captcha.field}
          <button type="submit" className="btn btn-primary btn-big" aria-disabled={isSending}>
            {isSending ? 'Creating account...' : 'Create account'}
          </button>
          <p className="text-ink-2 text-small">
            By creating an account you agree to the{' '}
            <Link to="/terms" className="link">
              terms
            </Link>
            . Our{' '}
            <Link to="/privacy" className="link">
              privacy page
            </Link>{' '}
            explains what we store about you.
          </p>
        </>
      )}
    </form>
  )
}
