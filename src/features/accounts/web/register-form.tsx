import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { findRegistrationErrors } from '#features/accounts/form-rules.ts'
import { useCaptcha } from '#features/captcha/web/use-captcha.tsx'
import { t } from '#lib/texts.ts'
import { Field } from '#ui/forms/field.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { Icon } from '#ui/icon.tsx'
import { FailureNote } from '#ui/note.tsx'
import { rich } from '#ui/rich.ts'
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
            {t('Your account is ready.')}
          </>
        )}
      </p>
      {!isRegistered && (
        <>
          <Field
            label={t('Username')}
            name="username"
            error={errors.username}
            help={t('Everyone can see it. 3 to 30 letters, digits, _ and -.')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Field
            label={t('Email')}
            name="email"
            type="email"
            error={errors.email}
            help={t('Only you can see it.')}
            autoComplete="email"
          />
          <NewPasswordFields label={t('Password')} errors={errors} />
          {captcha.field}
          <button type="submit" className="btn btn-primary btn-big" aria-disabled={isSending}>
            {isSending ? t('Creating account...') : t('Create account')}
          </button>
          <p className="text-ink-2 text-small">
            {rich(
              'By creating an account you agree to the <link>terms</link>. Our <link2>privacy page</link2> explains what we store about you.',
              {
                link: (text) => (
                  <Link to="/terms" className="link">
                    {text}
                  </Link>
                ),
                link2: (text) => (
                  <Link to="/privacy" className="link">
                    {text}
                  </Link>
                ),
              },
            )}
          </p>
        </>
      )}
    </form>
  )
}
