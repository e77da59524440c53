import { accountLimits as limits, accountMessages as messages, usernamePattern } from './rules.ts'

/** The errors of a form: a message for each field that has to change. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>

export type LoginFields = Record<'username' | 'password', string>

/** The fields of the registration form. The confirmation never leaves the browser. */
export type RegistrationFields = Record<'username' | 'email' | 'password' | 'confirmPassword', string>

/** Looser than the check on the server, which decides. */
const emailPattern = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/**
 * Finds the errors of a login. The username may be an email address, so only its length is checked.
 */
export function findLoginErrors({ username, password }: LoginFields): FieldErrors<keyof LoginFields> {
  return withoutEmpty({
    username: username.trim().length < limits.usernameMin && messages.usernameShort,
    password: password.length < limits.passwordMin && messages.passwordShort,
  })
}

/** Finds the errors of a registration. */
export function findRegistrationErrors(fields: RegistrationFields): FieldErrors<keyof RegistrationFields> {
  const { username, email } = fields
  return withoutEmpty({
    username:
      (username.length < limits.usernameMin && messages.usernameShort) ||
      (username.length > limits.usernameMax && messages.usernameLong) ||
      (!usernamePattern.test(username) && messages.usernameLetters),
    ...findEmailErrors({ email }),
    ...findNewPasswordErrors(fields),
  })
}

export function findEmailErrors({ email }: { email: string }): FieldErrors<'email'> {
  return withoutEmpty({ email: (email.length > limits.emailMax || !emailPattern.test(email)) && messages.email })
}

/** Finds the errors of a new password and its repetition. */
export function findNewPasswordErrors({
  password,
  confirmPassword,
}: Record<'password' | 'confirmPassword', string>): FieldErrors<'password' | 'confirmPassword'> {
  return withoutEmpty({
    password:
      (password.length < limits.passwordMin && messages.passwordShort) ||
      (password.length > limits.passwordMax && messages.passwordLong),
    confirmPassword:
      (confirmPassword.length < limits.passwordMin && 'Password confirmation required') ||
      (confirmPassword !== password && "Passwords don't match"),
  })
}

/** Finds what is wrong with the password that someone enters again before something that needs it. */
export function findPasswordError({ password }: { password: string }): FieldErrors<'password'> {
  return password === '' ? { password: 'Enter your password' } : {}
}

/** Drops the fields without an error. */
function withoutEmpty<Field extends string>(found: Partial<Record<Field, string | false>>): FieldErrors<Field> {
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message)) as FieldErrors<Field>
}
