import { describe, expect, it } from 'vitest'
import { checkEmail, checkLogin, checkNewPassword, checkRegistration } from './form-rules.ts'

const marta = {
  username: 'marta_ilk',
  email: 'marta@example.org',
  password: 'correct horse',
  confirmPassword: 'correct horse',
}

describe('a login', () => {
  it('is sent when both are long enough, also with an e-mail address', () => {
    expect(checkLogin({ username: 'mar', password: '123456' })).toEqual({})
    expect(checkLogin({ username: marta.email, password: marta.password })).toEqual({})
  })

  it('says what is too short', () => {
    expect(checkLogin({ username: ' ma ', password: '12345' })).toEqual({
      username: 'Username must be at least 3 characters',
      password: 'Password must be at least 6 characters',
    })
  })
})

describe('a registration', () => {
  it('is sent when all fits', () => expect(checkRegistration(marta)).toEqual({}))

  it('says everything at once', () => {
    expect(checkRegistration({ username: 'ma', email: 'marta', password: '12345', confirmPassword: '' })).toEqual({
      username: 'Username must be at least 3 characters',
      email: 'Please enter a valid email address',
      password: 'Password must be at least 6 characters',
      confirmPassword: 'Password confirmation required',
    })
  })

  it.each(['marta ilk', 'marta@ilk', 'märta', `${'a'.repeat(31)}`])('refuses the username %s', (username) =>
    expect(Object.keys(checkRegistration({ ...marta, username }))).toEqual(['username']),
  )

  it('wants the same password twice, and says so beside the confirmation', () => {
    expect(checkRegistration({ ...marta, confirmPassword: 'correct house' })).toEqual({
      confirmPassword: "Passwords don't match",
    })
  })

  it('refuses a password that is too long to be sent', () => {
    const password = 'a'.repeat(129)
    expect(checkNewPassword({ password, confirmPassword: password })).toHaveProperty('password')
  })
})

it.each(['', 'marta', 'marta@', '@example.org', 'marta@example', 'a b@example.org', 'a@b@example.org'])(
  '“%s” is no e-mail address',
  (email) => expect(checkEmail({ email })).toEqual({ email: 'Please enter a valid email address' }),
)
