import { t } from '#lib/texts.ts'
import { accountLimits as limits, accountMessages as messages, usernamePattern } from './rules.ts'

/** The errors of a form, with one message for each field that has to change. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>

/** The fields of the login form. */
export type LoginFields = Record<'username' | 'password', string>

/** The fields of the registration form. The password's confirmation never leaves the browser. */
export type RegistrationFields = Record<'username' | 'email' | 'password' | 'confirmPassword', string>

/** This pattern allows more than the server's check, which decides. */
const emailPattern = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Checks the login form. The username may be an email address, so only its length is checked. */
export function findLoginErrors({ username, password }: LoginFields): FieldErrors<keyof LoginFields> {
  return keepErrors({
    username: username.trim().length < limits.usernameMin && messages.usernameShort,
    password: password.length < limits.passwordMin && messages.passwordShort,
  })
}

/** Checks the registration form. */
export function findRegistrationErrors(fields: RegistrationFields): FieldErrors<keyof RegistrationFields> {
  const { username, email } = fields
  return keepErrors({
    username:
      (username.length < limits.usernameMin && messages.usernameShort) ||
      (username.length > limits.usernameMax && messages.usernameLong) ||
      (!usernamePattern.test(username) && messages.usernameLetters),
    ...findEmailErrors({ email }),
    ...findNewPasswordErrors(fields),
  })
}

/** Checks an email address. */
export function findEmailErrors({ email }: { email: string }): FieldErrors<'email'> {
  return keepErrors({ email: (email.length > limits.emailMax || !emailPattern.test(email)) && messages.email })
}

/** Checks a new password and its confirmation. */
export function findNewPasswordErrors({
  password,
  confirmPassword,
}: Record<'password' | 'confirmPassword', string>): FieldErrors<'password' | 'confirmPassword'> {
  return keepErrors({
    password:
      (password.length < limits.passwordMin && messages.passwordShort) ||
      (password.length > limits.passwordMax && messages.passwordLong),
    confirmPassword:
      (confirmPassword.length < limits.passwordMin && t('Password confirmation required')) ||
      (confirmPassword !== password && t("Passwords don't match")),
  })
}

/** Checks that the current password was entered. Forms ask for it again before a sensitive change. */
export function findPasswordError({ password }: { password: string }): FieldErrors<'password'> {
  return password === '' ? { password: t('Enter your password') } : {}
}

/** Keeps only the fields that have an error. */
function keepErrors<Field extends string>(results: Partial<Record<Field, string | false>>): FieldErrors<Field> {
  return Object.fromEntries(Object.entries(results).filter(([, message]) => message)) as FieldErrors<Field>
}
