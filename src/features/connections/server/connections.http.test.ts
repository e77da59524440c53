import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { markSecondFactor } from '#features/accounts/server/sessions/mark-second-factor.ts'
import { inTransaction } from '#platform/database/db.ts'
import { noLog } from '#server/telemetry/request-log.ts'
import { authenticatorCode } from '#test/authenticator.ts'
import { countStatements } from '#test/count-statements.ts'
import { fakeOauthProvider } from '#test/fakes/oauth-provider.ts'
import { cookieOf, goodPassword, type Person, signUp } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { oauthFlowMs, type Provider } from '../rules.ts'
import { insertConnection } from './connect-account.ts'
import type { OauthSettings, OidcSettings } from './oauth-settings.ts'

let testSite: TestSite
let fakeProvider: Awaited<ReturnType<typeof fakeOauthProvider>>
let now = new Date('2026-11-20T12:00:00Z')
let lastUserId = 100
let oauth: OauthSettings
/** What the operator finds in the log about failed and refused requests. */
const logged: object[] = []
const log = { ...noLog, error: (fields: object) => logged.push(fields), warn: (fields: object) => logged.push(fields) }
beforeAll(async () => {
  fakeProvider = await fakeOauthProvider()
  oauth = { keys: { github: fakeProvider.keys, google: fakeProvider.keys }, testUrl: fakeProvider.url }
  testSite = await createTestSite({ now: () => now, site: { oauth, sendsEmail: true, log } })
})
afterAll(async () => {
  await testSite.close()
  await fakeProvider.close()
})
beforeEach(() => {
  fakeProvider.state.tokenStatus = undefined
  fakeProvider.state.audience = undefined
  fakeProvider.state.namesIssuer = true
  oauth.keys = { github: fakeProvider.keys, google: fakeProvider.keys }
  logged.length = 0
})

/** Makes the provider sign in a new user, who has no account on this site yet. */
const setProviderUser = (name: string, email: string | null = `${name}@example.test`.replaceAll(' ', '.')) => {
  fakeProvider.state.person = { id: ++lastUserId, name, email }
}
const send = (method: string, path: string, json?: unknown, cookie = '') =>
  testSite.request(path, { method, json, headers: { cookie } })
const start = (provider: Provider, cookie = '', password?: string) =>
  send('POST', `/api/connections/${provider}`, { password }, cookie)

/** Goes to the provider and comes back, as one browser with these cookies would. */
async function goThroughProvider(
  provider: Provider,
  { cookie = '', password, ...change }: { cookie?: string; password?: string; iss?: string } = {},
) {
  const startResponse = await start(provider, cookie, password)
  if (startResponse.status !== 200) return startResponse
  const { code, state, iss } = { ...(await fakeProvider.visit(startResponse.body.url)), ...change }
  const cookies = `${cookie}; ${cookieOf(startResponse)}`
  return send('POST', `/api/connections/${provider}/return`, { code, state, iss }, cookies)
}

/** Signs up a user and confirms their address. */
async function signUpConfirmed(name: string): Promise<Person> {
  const person = await signUp(testSite, name)
  await testSite.db.updateTable('users').set({ emailVerified: true }).where('id', '=', person.id).execute()
  return person
}
const sessionCookieOf = (response: { headers: Headers }) =>
  response.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('session='))
    ?.split(';')[0]

// openid.http.test.ts tests the operator’s own provider.
describe.each(['github', 'google'] as const)('signing in with %s', (provider) => {
  it('creates an account with a confirmed address and no password, and signs in to it the next time', async () => {
    setProviderUser(`new at ${provider}`)
    const first = await goThroughProvider(provider)
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ username: `new-at-${provider}`, emailVerified: true })
    const again = await goThroughProvider(provider)
    expect(again.body.id).toBe(first.body.id)
    expect((await send('GET', '/api/user', undefined, sessionCookieOf(again))).body.id).toBe(first.body.id)
    const passwordLogin = { username: first.body.username, password: goodPassword }
    expect((await send('POST', '/api/login', passwordLogin)).body.code).toBe('invalid_credentials')
  })

  it('works whether the redirect names its issuer or not, and refuses another issuer', async () => {
    setProviderUser(`issued by ${provider}`)
    const named = await goThroughProvider(provider)
    fakeProvider.state.namesIssuer = false
    const unnamed = await goThroughProvider(provider)
    const refused = await goThroughProvider(provider, { iss: 'https://evil.example' })
    expect([named.status, unnamed.status, refused.status]).toEqual([200, 200, 401])
  })

  it('never takes over an account with the same address', async () => {
    const person = await signUpConfirmed(`Victim-${provider}`)
    setProviderUser('thief', person.email)
    const { status, body, headers } = await goThroughProvider(provider)
    expect([status, body.code]).toEqual([409, 'email_taken'])
    expect(headers.getSetCookie().join()).not.toContain('session=')
    expect((await send('GET', '/api/user/connections', undefined, person.cookie)).body).toEqual([])
  })

  it('refuses an address that the provider hasn’t confirmed', async () => {
    setProviderUser('unsure', null)
    expect((await goThroughProvider(provider)).status).toBe(403)
  })

  it('reports that the provider is unavailable, or that it refuses the code', async () => {
    setProviderUser('unlucky')
    fakeProvider.state.tokenStatus = 500
    const unavailable = await goThroughProvider(provider)
    expect([unavailable.status, unavailable.body.code, unavailable.headers.get('retry-after')]).toEqual([
      503,
      'provider_unavailable',
      '60',
    ])
    fakeProvider.state.tokenStatus = 400
    expect((await goThroughProvider(provider)).body.code).toBe('invalid_credentials')
  })

  it('counts as unavailable if the site’s secret is wrong, and the log has the provider’s error code', async () => {
    setProviderUser('misconfigured')
    oauth.keys = { [provider]: { ...fakeProvider.keys, clientSecret: 'an old secret' } }
    expect((await goThroughProvider(provider)).body.code).toBe('provider_unavailable')
    const error = provider === 'github' ? '200 incorrect_client_credentials' : '401 invalid_client'
    expect(logged).toMatchObject([{ error: { cause: { message: `The provider returned ${error}` } } }])
  })

  it('logs why a sign-in was refused', async () => {
    setProviderUser('refused')
    await goThroughProvider(provider, { iss: 'https://evil.example' })
    const message = 'unexpected "iss" (issuer) response parameter value'
    expect(logged).toMatchObject([{ error: { cause: { cause: { message } } } }])
  })
})

it('an identity token that Google issued for another site is refused', async () => {
  setProviderUser('elsewhere')
  fakeProvider.state.audience = 'another-client'
  expect((await goThroughProvider('google')).body.code).toBe('invalid_credentials')
})

describe('the return from a provider', () => {
  it('requires the browser, provider and state with which the sign-in began, within ten minutes', async () => {
    setProviderUser('strict')
    const startResponse = await start('github')
    const { code, state } = await fakeProvider.visit(startResponse.body.url)
    const returnWith = (json: object, cookie = cookieOf(startResponse), provider = 'github') =>
      send('POST', `/api/connections/${provider}/return`, { code, state, ...json }, cookie)
    const [name, value = ''] = cookieOf(startResponse).split('=')
    const refusals = [
      await returnWith({}, ''),
      await returnWith({ state: 'x'.repeat(state.length) }),
      await returnWith({}, cookieOf(startResponse), 'google'),
      await returnWith({}, `${name}=${value.slice(0, -3)}AAA`),
    ]
    for (const { status, body } of refusals) expect([status, Object.keys(body.fields)]).toEqual([400, ['state']])
    now = new Date(now.getTime() + oauthFlowMs)
    expect((await returnWith({})).status).toBe(400)
    now = new Date(now.getTime() - oauthFlowMs)
    expect((await returnWith({})).status).toBe(200)
    expect((await returnWith({})).body.code).toBe('invalid_credentials')
  })

  it('refuses a code that was issued for another browser’s verifier (PKCE)', async () => {
    setProviderUser('caught')
    const [victim, attacker] = [await start('github'), await start('github')]
    const { code } = await fakeProvider.visit(victim.body.url)
    const { state } = await fakeProvider.visit(attacker.body.url)
    const response = await send('POST', '/api/connections/github/return', { code, state }, cookieOf(attacker))
    expect(response.body.code).toBe('invalid_credentials')
  })
})

describe('connecting', () => {
  it('adds one connection for concurrent requests, and refuses another account at the provider', async () => {
    const userId = await testSite.addUser('Presser')
    const context = { oauth: { keys: {} }, now: () => now }
    const insert = (subject: string) =>
      inTransaction(testSite.db, (tx) =>
        insertConnection(context, tx, userId, 'github', { subject, name: subject, email: null }),
      )
    const firstTransaction = await testSite.db.startTransaction().execute()
    await insertConnection(context, firstTransaction, userId, 'github', { subject: 'same', name: 'same', email: null })
    const waiting = [insert('same'), insert('other')]
    await expect.poll(() => testSite.countLockWaits()).toBe(2)
    await firstTransaction.commit().execute()
    const [same, other] = await Promise.allSettled(waiting)
    expect(same).toMatchObject({ value: false })
    expect(other).toMatchObject({
      reason: { message: 'You are already connected to another GitHub account. Remove it first.' },
    })
  })

  it('names a provider with OpenID Connect as the operator does', async () => {
    const context = { oauth: { keys: {}, oidc: { name: 'Example Inc.' } as OidcSettings }, now: () => now }
    const ids = [await testSite.addUser('Oidc_first'), await testSite.addUser('Oidc_second')] as const
    const insert = (userId: string, subject: string) =>
      inTransaction(testSite.db, (tx) =>
        insertConnection(context, tx, userId, 'oidc', { subject, name: subject, email: null }),
      )
    expect(await insert(ids[0], 'a')).toBe(true)
    await expect(insert(ids[0], 'b')).rejects.toThrow('You are already connected to another Example Inc. account.')
    await expect(insert(ids[1], 'a')).rejects.toThrow('This Example Inc. account is already connected')
  })

  it('requires the password and a confirmed address, emails the member, and enables signing in', async () => {
    const person = await signUp(testSite, 'Connector')
    setProviderUser('connector-there', 'elsewhere@example.test')
    const credentials = { cookie: person.cookie, password: goodPassword }
    const unconfirmed = (await goThroughProvider('github', credentials)).body
    expect(unconfirmed.error).toMatch(/^Confirm your email address first/)
    expect(unconfirmed, 'forms would show it as an error of the password').not.toHaveProperty('fields')
    await testSite.db.updateTable('users').set({ emailVerified: true }).where('id', '=', person.id).execute()
    expect((await goThroughProvider('github', { ...credentials, password: 'not the one' })).status).toBe(403)
    const connected = await goThroughProvider('github', credentials)
    expect([connected.status, connected.body.id, sessionCookieOf(connected)]).toEqual([200, person.id, undefined])
    expect((await goThroughProvider('github', credentials)).status).toBe(200)
    const list = await send('GET', '/api/user/connections', undefined, person.cookie)
    expect(list.body).toEqual([{ provider: 'github', name: 'connector-there', createdAt: now.toISOString() }])
    await testSite.runJobs()
    const emails = testSite.outbox().filter(({ to }) => to === person.email)
    expect(emails.map(({ subject }) => subject)).toContain('GitHub was connected to Promptarium')
    expect((await goThroughProvider('github')).body.id).toBe(person.id)
  })

  it('refuses an account that another member connected, and a second account at the same provider', async () => {
    const [first, second] = [await signUpConfirmed('First'), await signUpConfirmed('Second')]
    setProviderUser('shared')
    expect((await goThroughProvider('google', { cookie: first.cookie, password: goodPassword })).status).toBe(200)
    const refusal = await goThroughProvider('google', { cookie: second.cookie, password: goodPassword })
    expect([refusal.status, refusal.body.error]).toEqual([
      409,
      'This Google account is already connected to another account here.',
    ])
    setProviderUser('another')
    expect((await goThroughProvider('google', { cookie: first.cookie, password: goodPassword })).status).toBe(409)
  })

  it('fails in another member’s session or without a session, and connects nothing', async () => {
    const [initiator, other] = [await signUpConfirmed('Initiator'), await signUpConfirmed('OtherOne')]
    setProviderUser('mix')
    for (const cookie of [other.cookie, '']) {
      const startResponse = await start('github', initiator.cookie, goodPassword)
      const { code, state } = await fakeProvider.visit(startResponse.body.url)
      const cookies = `${cookie}; ${cookieOf(startResponse)}`
      const response = await send('POST', '/api/connections/github/return', { code, state }, cookies)
      expect([response.status, sessionCookieOf(response)]).toEqual([403, undefined])
    }
    for (const { cookie } of [initiator, other])
      expect((await send('GET', '/api/user/connections', undefined, cookie)).body).toEqual([])
  })

  it('can be undone with the password', async () => {
    const person = await signUpConfirmed('Ender')
    setProviderUser('ender-there')
    await goThroughProvider('github', { cookie: person.cookie, password: goodPassword })
    const remove = (password: string) => send('DELETE', '/api/user/connections/github', { password }, person.cookie)
    expect((await remove('not the one')).status).toBe(403)
    expect((await remove(goodPassword)).status).toBe(204)
    expect((await remove(goodPassword)).status).toBe(204)
    expect((await goThroughProvider('github')).body.id).not.toBe(person.id)
  })
})

it('signing in with a provider requires the second factor, too', async () => {
  const person = await signUpConfirmed('Twice')
  setProviderUser('twice-there')
  await goThroughProvider('github', { cookie: person.cookie, password: goodPassword })
  const setUp = await send('POST', '/api/user/second-factor', { password: goodPassword }, person.cookie)
  const { secret } = setUp.body
  await send('POST', '/api/user/second-factor/confirm', { code: authenticatorCode(secret, now) }, person.cookie)
  const { status, body } = await goThroughProvider('github')
  expect([status, body.code]).toEqual([401, 'second_factor_required'])
  // Each code works only once, and a new one begins every 30 seconds.
  now = new Date(now.getTime() + 30_000)
  const secondStep = { ticket: body.ticket, code: authenticatorCode(secret, now) }
  expect((await send('POST', '/api/login/second-factor', secondStep)).body.id).toBe(person.id)
})

it('signing in with a provider is refused if the second factor is switched on meanwhile', async () => {
  const person = await signUpConfirmed('Meanwhile')
  setProviderUser('meanwhile-there')
  await goThroughProvider('github', { cookie: person.cookie, password: goodPassword })
  const { response } = await inTransaction(testSite.db, async (tx) => {
    await markSecondFactor(tx, person.id, true, now)
    const response = goThroughProvider('github')
    await expect.poll(() => testSite.countLockWaits()).toBe(1)
    // Wrapped, because awaiting the response here would keep the lock that the login waits for.
    return { response }
  })
  expect((await response).body.code).toBe('invalid_credentials')
})

it('usernames come from the provider, cut if too long; reserved, taken or empty ones get a random suffix', async () => {
  const names: string[] = []
  for (const name of ['Zoë Ångström', 'Zoë Ångström', 'newest', '日本', 'a-name-that-is-longer-than-thirty-letters']) {
    setProviderUser(name, `someone-${names.length}@example.test`)
    names.push((await goThroughProvider('github')).body.username)
  }
  expect(names).toEqual([
    'Zoe-Angstrom',
    expect.stringMatching(/^Zoe-Angstrom-[a-z0-9]{6}$/),
    expect.stringMatching(/^newest-[a-z0-9]{6}$/),
    expect.stringMatching(/^member-[a-z0-9]{6}$/),
    'a-name-that-is-longer-than-thi',
  ])
})

it('the tenth user whose name has no Latin letters needs no more SQL statements than the first', async () => {
  const { db, statements } = countStatements(testSite.db)
  const oauth = { keys: { github: fakeProvider.keys }, testUrl: fakeProvider.url }
  const app = testSite.appWith({ db, oauth })
  const statementCounts: number[] = []
  for (let nth = 0; nth < 10; nth++) {
    setProviderUser('日本', `nihon-${nth}@example.test`)
    const startResponse = await start('github')
    const { code, state } = await fakeProvider.visit(startResponse.body.url)
    statements.count = 0
    const headers = { 'content-type': 'application/json', cookie: cookieOf(startResponse) }
    const body = JSON.stringify({ code, state })
    const { status } = await app.request('/api/connections/github/return', { method: 'POST', headers, body })
    expect(status).toBe(200)
    statementCounts.push(statements.count)
  }
  expect(statementCounts[9]).toBeLessThanOrEqual(statementCounts[0] as number)
})

it('twenty concurrent users with the same name get twenty accounts', async () => {
  const startResponses = await Promise.all(Array.from({ length: 20 }, () => start('github')))
  const visits = []
  for (const [index, { body }] of startResponses.entries()) {
    setProviderUser('crowd', `crowd-${index}@example.test`)
    visits.push(await fakeProvider.visit(body.url))
  }
  const responses = await Promise.all(
    visits.map(({ code, state }, index) =>
      send(
        'POST',
        '/api/connections/github/return',
        { code, state },
        cookieOf(startResponses[index] as (typeof startResponses)[number]),
      ),
    ),
  )
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
  expect(new Set(responses.map(({ body }) => body.username)).size).toBe(20)
})

it('a provider that isn’t configured is reported as not found', async () => {
  const unconfigured = await createTestSite()
  try {
    const response = await unconfigured.request('/api/connections/github', { method: 'POST', json: {} })
    expect(response.status).toBe(404)
  } finally {
    await unconfigured.close()
  }
})
