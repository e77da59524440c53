import { accountLimits as limits, accountMessages as messages, usernamePattern } from './rules.ts'

/** What is wrong with a form: a sentence beside each field that has to change. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>

/** What a login form holds. */
export type LoginFields = Record<'username' | 'password', string>

/** What a registration form holds; the confirmation never leaves the browser. */
export type RegistrationFields = Record<'username' | 'email' | 'password' | 'confirmPassword', string>

/** What the server accepts as an address may be less than this: it has the last word. */
const emailPattern = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Checks a login. The username may be an e-mail address, so it has no other rule. */
export function checkLogin({ username, password }: LoginFields): FieldErrors<keyof LoginFields> {
  return drop({
    username: username.trim().length < limits.usernameMin && messages.usernameShort,
    password: password.length < limits.passwordMin && messages.passwordShort,
  })
}

/** Checks a registration. */
export function checkRegistration(fields: RegistrationFields): FieldErrors<keyof RegistrationFields> {
  const { username, email } = fields
  return drop({
    username:
      (username.length < limits.usernameMin && messages.usernameShort) ||
      (username.length > limits.usernameMax && messages.usernameLong) ||
      (!usernamePattern.test(username) && messages.usernameLetters),
    ...checkEmail({ email }),
    ...checkNewPassword(fields),
  })
}

/** Checks an e-mail address. */
export function checkEmail({ email }: { email: string }): FieldErrors<'email'> {
  return drop({ email: (email.length > limits.emailMax || !emailPattern.test(email)) && messages.email })
}

/** Checks a password that is chosen, and its repetition. */
export function checkNewPassword({
  password,
  confirmPassword,
}: Record<'password' | 'confirmPassword', string>): FieldErrors<'password' | 'confirmPassword'> {
  return drop({
    password:
      (password.length < limits.passwordMin && messages.passwordShort) ||
      (password.length > limits.passwordMax && messages.passwordLong),
    confirmPassword:
      (confirmPassword.length < limits.passwordMin && 'Password confirmation required') ||
      (confirmPassword !== password && "Passwords don't match"),
  })
}

/** Only the fields that have something to say. */
function drop<Field extends string>(found: Partial<Record<Field, string | false>>): FieldErrors<Field> {
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message)) as FieldErrors<Field>
}
