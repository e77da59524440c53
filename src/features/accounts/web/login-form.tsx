import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { findLoginErrors } from '#features/accounts/form-rules.ts'
import { t } from '#lib/texts.ts'
import { Field, PasswordField } from '#ui/forms/field.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { rich } from '#ui/rich.ts'
import { useLogIn } from './use-log-in.ts'

const fields = ['username', 'password'] as const

/** The form to sign in with a password and either a username or an email address. */
export function LoginForm({
  otherMethods,
  registration,
  ...callbacks
}: Parameters<typeof useLogIn>[0] & { otherMethods: ReactNode; registration?: 'invite' | 'closed' }) {
  const logIn = useLogIn(callbacks)
  const { errors, isSending, form } = useCheckedForm({ fields, check: findLoginErrors, send: logIn })
  return (
    <form {...form} className="form">
      {registration !== 'closed' && (
        <p className="text-ink-2">
          {rich('No account yet? <link>Register</link>', {
            link: (text) => (
              <Link to="/auth" search={{ tab: 'register' }} replace className="link">
                {text}
              </Link>
            ),
          })}
        </p>
      )}
      <Field
        label={t('Username')}
        name="username"
        error={errors.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        label={t('Password')}
        name="password"
        error={errors.password}
        autoComplete="current-password"
        aside={
          <Link to="/auth/forgot" className="link">
            {t('Forgot password?')}
          </Link>
        }
      />
      <button type="submit" className="btn btn-primary btn-big" aria-disabled={isSending}>
        {isSending ? t('Logging in...') : t('Login')}
      </button>
      <div className="grid gap-2.5 empty:hidden">{otherMethods}</div>
    </form>
  )
}
