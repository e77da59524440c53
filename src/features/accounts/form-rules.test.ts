import { describe, expect, it } from 'vitest'
import { findEmailErrors, findLoginErrors, findNewPasswordErrors, findRegistrationErrors } from './form-rules.ts'

const marta = {
  username: 'marta_ilk',
  email: 'marta@example.org',
  password: 'correct horse',
  confirmPassword: 'correct horse',
}

describe('a login', () => {
  it('has no errors when username and password are long enough, and may have an email address as username', () => {
    expect(findLoginErrors({ username: 'mar', password: '123456' })).toEqual({})
    expect(findLoginErrors({ username: marta.email, password: marta.password })).toEqual({})
  })

  it('reports a username and a password that are too short', () => {
    expect(findLoginErrors({ username: ' ma ', password: '12345' })).toEqual({
      username: 'Username must be at least 3 characters',
      password: 'Password must be at least 6 characters',
    })
  })
})

describe('a registration', () => {
  it('has no errors when every field is valid', () => expect(findRegistrationErrors(marta)).toEqual({}))

  it('reports all errors at once', () => {
    expect(findRegistrationErrors({ username: 'ma', email: 'marta', password: '12345', confirmPassword: '' })).toEqual({
      username: 'Username must be at least 3 characters',
      email: 'Please enter a valid email address',
      password: 'Password must be at least 6 characters',
      confirmPassword: 'Password confirmation required',
    })
  })

  it.each(['marta ilk', 'marta@ilk', 'märta', `${'a'.repeat(31)}`])('refuses the username %s', (username) =>
    expect(Object.keys(findRegistrationErrors({ ...marta, username }))).toEqual(['username']),
  )

  it('reports a confirmation that differs from the password', () => {
    expect(findRegistrationErrors({ ...marta, confirmPassword: 'correct house' })).toEqual({
      confirmPassword: "Passwords don't match",
    })
  })

  it('refuses a password of more than 128 characters', () => {
    const password = 'a'.repeat(129)
    expect(findNewPasswordErrors({ password, confirmPassword: password })).toHaveProperty('password')
  })
})

it.each(['', 'marta', 'marta@', '@example.org', 'marta@example', 'a b@example.org', 'a@b@example.org'])(
  '“%s” is not an email address',
  (email) => expect(findEmailErrors({ email })).toEqual({ email: 'Please enter a valid email address' }),
)
