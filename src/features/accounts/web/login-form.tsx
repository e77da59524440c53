import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { findLoginErrors } from '#features/accounts/form-rules.ts'
import { Field, PasswordField } from '#ui/field.tsx'
import { FailureNote } from '#ui/note.tsx'
import { useCheckedForm } from '#ui/use-checked-form.ts'
import { useLogIn } from './use-log-in.ts'

const fields = ['username', 'password'] as const

/** The form to sign in with a password and either a username or an email address. */
export function LoginForm({
  otherMethods,
  registration,
  ...callbacks
}: Omit<Parameters<typeof useLogIn>[0], 'onFailed'> & { otherMethods: ReactNode; registration?: 'invite' | 'closed' }) {
  const [failure, setFailure] = useState<string | null>(null)
  const logIn = useLogIn({ ...callbacks, onFailed: setFailure })
  const { errors, isSending, form } = useCheckedForm({ fields, check: findLoginErrors, send: logIn })
  return (
    <form {...form} className="form">
      {registration !== 'closed' && (
        <p className="text-ink-2">
          No account yet?{' '}
          <Link to="/auth" search={{ tab: 'register' }} replace className="link">
            Register
          </Link>
        </p>
      )}
      {failure && <FailureNote title={failure} />}
      <Field
        label="Username"
        name="username"
        error={errors.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        label="Password"
        name="password"
        error={errors.password}
        autoComplete="current-password"
        aside={
          <Link to="/auth/forgot" className="link">
            Forgot password?
          </Link>
        }
      />
      <button type="submit" className="btn btn-primary btn-big" aria-disabled={isSending}>
        {isSending ? 'Logging in...' : 'Login'}
      </button>
      <div className="grid gap-2.5 empty:hidden">{otherMethods}</div>
    </form>
  )
}
