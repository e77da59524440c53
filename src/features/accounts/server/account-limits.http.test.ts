import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goodPassword } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import {
  emailsPerAddress,
  loginsPerAccount,
  loginsPerNetwork,
  registrationsPerNetwork,
  registrationTriesPerNetwork,
} from './account-limits.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite({ limits: true })
})
afterAll(() => testSite.close())

const post = (path: string, json: unknown, from: string) => testSite.request(path, { method: 'POST', json, from })
const collectStatuses = async (times: number, send: (n: number) => Promise<{ status: number }>) => {
  const results: number[] = []
  for (let n = 0; n < times; n++) results.push((await send(n)).status)
  return results
}
const person = (username: string) => ({ username, email: `${username}@example.test`, password: goodPassword })
const register = (username: string, from: string) => post('/api/register', person(username), from)
const tryWrongPassword = (username: string, from: string) =>
  post('/api/login', { username, password: 'not the one' }, from)
const repeat = <Value>(times: number, value: Value) => Array.from({ length: times }, () => value)

describe('wrong passwords', () => {
  it.each(['Target', 'nobody-has-this'])('for “%s” are refused after the same number of attempts', async (username) => {
    if (username === 'Target') await register(username, '192.0.2.1')
    const from = username === 'Target' ? '198.51.100.1' : '198.51.100.2'
    const statuses = await collectStatuses(loginsPerAccount.points + 1, () => tryWrongPassword(username, from))
    expect(statuses).toEqual([...repeat(loginsPerAccount.points, 401), 429])
    const refusal = await tryWrongPassword(username.toUpperCase(), from)
    expect(refusal.body).toMatchObject({ code: 'rate_limited', error: 'Too many attempts. Try again in 15 minutes.' })
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('count for the account, whether it is named by username or by email address', async () => {
    await register('Both', '192.0.2.9')
    const names = ['Both', 'both@example.test', 'BOTH', 'Both@Example.test', 'both']
    const statuses = await collectStatuses(names.length, (n) => tryWrongPassword(names[n] as string, '198.51.100.9'))
    expect(statuses).toEqual(repeat(loginsPerAccount.points, 401))
    expect((await tryWrongPassword('both@example.test', '198.51.100.9')).status).toBe(429)
    expect((await tryWrongPassword('Both', '198.51.100.9')).status).toBe(429)
  })

  it('also block the right password, but only from the same network', async () => {
    await register('Owner', '192.0.2.2')
    await collectStatuses(loginsPerAccount.points, () => tryWrongPassword('Owner', '198.51.100.3'))
    const validLogin = { username: 'Owner', password: goodPassword }
    expect((await post('/api/login', validLogin, '198.51.100.3')).status).toBe(429)
    expect((await post('/api/login', validLogin, '198.51.100.4')).status).toBe(200)
  })

  it('no longer count after a login with the right password', async () => {
    await register('Clumsy', '192.0.2.3')
    const validLogin = { username: 'Clumsy', password: goodPassword }
    for (let round = 0; round < 3; round++) {
      await collectStatuses(loginsPerAccount.points - 1, () => tryWrongPassword('Clumsy', '198.51.100.5'))
      expect((await post('/api/login', validLogin, '198.51.100.5')).status).toBe(200)
    }
  })

  it('for many names from one network are limited together, and an IPv6 /64 is one network', async () => {
    const statuses = await collectStatuses(loginsPerNetwork.points + 1, (n) =>
      tryWrongPassword(`name-${n}`, `2001:db8:1:1::${n + 1}`),
    )
    expect(statuses).toEqual([...repeat(loginsPerNetwork.points, 401), 429])
    expect((await tryWrongPassword('name-x', '2001:db8:1:2::1')).status).toBe(401)
  })
})

describe('registrations', () => {
  it('that create an account are limited per network', async () => {
    const statuses = await collectStatuses(registrationsPerNetwork.points + 1, (n) =>
      register(`crowd-${n}`, '203.0.113.1'),
    )
    expect(statuses).toEqual([...repeat(registrationsPerNetwork.points, 201), 429])
    expect((await register('crowd-x', '203.0.113.2')).status).toBe(201)
  })

  it('that create no account count only as attempts', async () => {
    await register('taken', '203.0.113.3')
    const statuses = await collectStatuses(registrationsPerNetwork.points + 2, () => register('taken', '203.0.113.4'))
    expect(statuses).toEqual(repeat(registrationsPerNetwork.points + 2, 409))
    expect((await register('not-taken', '203.0.113.4')).status).toBe(201)
  })

  it('can’t be used to probe many addresses', async () => {
    const statuses = await collectStatuses(registrationTriesPerNetwork.points + 1, () =>
      register('taken', '203.0.113.5'),
    )
    expect(statuses).toEqual([...repeat(registrationTriesPerNetwork.points, 409), 429])
  })
})

describe('emails', () => {
  it.each(['Reader@example.test', 'nobody@example.test'])(
    'to %s are limited to a number that doesn’t depend on whether the address has an account',
    async (email) => {
      if (email.startsWith('Reader')) await register('Reader', '192.0.2.4')
      const requestReset = (n: number) => post('/api/password/forgot', { email }, `192.0.2.${100 + n}`)
      expect(await collectStatuses(emailsPerAddress.points + 1, requestReset)).toEqual([
        ...repeat(emailsPerAddress.points, 202),
        429,
      ])
    },
  )
})

it('wrong current passwords are limited per member', async () => {
  const id = await testSite.addUser('Guesser')
  const guess = () =>
    testSite.request('/api/user', { method: 'DELETE', as: id, json: { password: 'a guess' }, from: '192.0.2.5' })
  expect(await collectStatuses(6, guess)).toEqual([403, 403, 403, 403, 403, 429])
})
