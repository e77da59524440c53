import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { registrationsPerNetwork } from '#features/accounts/server/account-limits.ts'
import { noLog } from '#server/telemetry/request-log.ts'
import { fakeOpenIdProvider, type Misbehavior } from '#test/fakes/openid-provider.ts'
import { startOidcProvider } from '#test/oidc-provider.ts'
import { cookieOf, goodPassword, signUp } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { groupsAdvice } from './apply-provider-groups.ts'
import type { OauthSettings, OidcSettings } from './oauth-settings.ts'
import { oauthFlowsPerNetwork } from './start-provider-login.ts'

type Provider = { visit: (url: string) => Promise<Record<string, string>> }

const settingsOf = (issuer: string, change: Partial<OidcSettings> = {}): OidcSettings => ({
  issuer,
  name: 'Example Inc.',
  groupsClaim: 'groups',
  groups: {},
  trustsEmails: false,
  ...change,
})

/** Goes to the provider and returns, as one browser would. `change` replaces parameters of the callback. */
async function signInAt(testSite: TestSite, provider: Provider, change: Record<string, string> = {}, cookie = '') {
  const startResponse = await testSite.request('/api/connections/oidc', {
    method: 'POST',
    json: {},
    headers: { cookie },
  })
  if (startResponse.status !== 200) return startResponse
  const { code, state, iss } = { ...(await provider.visit(startResponse.body.url)), ...change }
  const headers = { cookie: cookieOf(startResponse) }
  return testSite.request('/api/connections/oidc/return', { method: 'POST', json: { code, state, iss }, headers })
}

describe('with a provider that follows the standard', () => {
  let testSite: TestSite
  let provider: Awaited<ReturnType<typeof startOidcProvider>>
  beforeAll(async () => {
    provider = await startOidcProvider('http://localhost/auth/return/oidc')
    const groups = { admin: 'prompt-admins', moderator: 'prompt-editors' }
    const oauth: OauthSettings = { keys: { oidc: provider.keys }, oidc: settingsOf(provider.issuer, { groups }) }
    const registration = { mode: 'closed' as const, domains: ['example.test'] }
    testSite = await createTestSite({ site: { oauth, registration } })
    await testSite.addUser('Founder', 'admin')
  })
  afterAll(async () => {
    await testSite.close()
    await provider.close()
  })
  const personOf = (sub: string, groups?: string[]) => ({
    sub,
    name: sub,
    email: `${sub}@example.test`,
    email_verified: true,
    groups,
  })

  it('the first sign-in creates an account even if registration is closed, and the next one uses it', async () => {
    await provider.setPerson(personOf('grace'))
    const first = await signInAt(testSite, provider)
    expect([first.status, first.body.username, first.body.emailVerified, first.body.role]).toEqual([
      200,
      'grace',
      true,
      'user',
    ])
    expect((await signInAt(testSite, provider)).body.id).toBe(first.body.id)
  })

  it('a new signing key works immediately', async () => {
    await provider.setPerson(personOf('linus'))
    const { body } = await signInAt(testSite, provider)
    await provider.changeKey()
    await provider.setPerson(personOf('linus'))
    const again = await signInAt(testSite, provider)
    expect([again.status, again.body.id]).toEqual([200, body.id])
  })

  it('groups set the role at each sign-in, and losing the group removes the role', async () => {
    const roleWith = async (groups?: string[]) => {
      await provider.setPerson(personOf('barbara', groups))
      return (await signInAt(testSite, provider)).body.role
    }
    expect(await roleWith(['others', 'prompt-admins'])).toBe('admin')
    expect(await roleWith(['prompt-editors'])).toBe('moderator')
    expect(await roleWith(['prompt-editors', 'prompt-admins'])).toBe('admin')
    expect(await roleWith([])).toBe('user')
    expect(await roleWith(['prompt-admins'])).toBe('admin')
    expect(await roleWith(undefined)).toBe('user')
    const entries = await testSite.db.selectFrom('auditLog').selectAll().where('action', '=', 'account.role').execute()
    expect(entries.map(({ actorKind, actorName }) => [actorKind, actorName])).toEqual(
      entries.map(() => ['system', 'single sign-on']),
    )
  })

  it('the last admin keeps the role, whatever their groups are', async () => {
    await provider.setPerson(personOf('margaret', ['prompt-admins']))
    await signInAt(testSite, provider)
    await testSite.db.updateTable('users').set({ banned: true }).where('username', '=', 'Founder').execute()
    await provider.setPerson(personOf('margaret', []))
    expect((await signInAt(testSite, provider)).body.role).toBe('admin')
    await testSite.db.updateTable('users').set({ banned: false }).where('username', '=', 'Founder').execute()
    expect((await signInAt(testSite, provider)).body.role).toBe('user')
  })

  it('users with an unconfirmed address, or an address in another domain, get no account', async () => {
    await provider.setPerson({ ...personOf('mallory'), email: 'mallory@elsewhere.test' })
    const otherDomain = await signInAt(testSite, provider)
    expect([otherDomain.status, otherDomain.body.error]).toEqual([400, 'Use an address at example.test.'])
    const trickAddresses = [
      'mallory@elsewhere.test@example.test',
      '"mallory@elsewhere.test"@example.test',
      'mallory@elsewhere.test, a@example.test',
      'mallory@sub.example.test',
      'mallory@example.test.elsewhere.test',
      'mallory@elsewhere.test\n@example.test',
      'mallory@example.test\n',
      'mallory@ex\u0430mple.test',
      'm\u212Allory@EXAMPLE.te\u017Ft',
      '<mallory@example.test>',
      '@example.test',
    ]
    for (const email of trickAddresses) {
      await provider.setPerson({ ...personOf('mallory'), email })
      const { status } = await signInAt(testSite, provider)
      expect([400, 403], email).toContain(status)
    }
    await provider.setPerson({ ...personOf('eve'), email_verified: false })
    const unconfirmed = await signInAt(testSite, provider)
    expect(unconfirmed.body.error).toBe(
      'Example Inc. has no confirmed email address for you. Confirm one there, then try again.',
    )
  })
})

describe('with a provider that may misbehave', () => {
  let testSite: TestSite
  let provider: Awaited<ReturnType<typeof fakeOpenIdProvider>>
  let oauth: OauthSettings
  const warned: string[] = []
  beforeAll(async () => {
    provider = await fakeOpenIdProvider()
    oauth = { keys: { oidc: provider.keys }, oidc: settingsOf(provider.issuer) }
    const log = { ...noLog, warn: (_: object, message: string) => warned.push(message) }
    testSite = await createTestSite({ site: { oauth, log } })
  })
  afterEach(() => {
    provider.state.misbehavior = {}
    provider.state.person = { sub: 'ada', name: 'Ada', email: 'ada@example.test', email_verified: true }
    // New settings make the site read the provider's metadata again.
    Object.assign(oauth, { oidc: settingsOf(provider.issuer) })
  })
  afterAll(async () => {
    await testSite.close()
    await provider.close()
  })
  const anHourAgo = () => Math.floor(Date.now() / 1000) - 3600

  it('a correct sign-in works', async () => {
    expect((await signInAt(testSite, provider)).body.username).toBe('Ada')
  })

  const refusedCases: [string, () => Misbehavior][] = [
    ['the nonce of another sign-in', () => ({ claims: { nonce: 'another' } })],
    ['no nonce', () => ({ claims: { nonce: undefined } })],
    ['another audience', () => ({ claims: { aud: 'another-client' } })],
    ['several audiences and another authorized party', () => ({ claims: { aud: ['our-client', 'x'], azp: 'x' } })],
    ['another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['an expired token', () => ({ claims: { exp: anHourAgo(), iat: anHourAgo() - 60 } })],
    ['no expiry time', () => ({ claims: { exp: undefined } })],
    ['a token from the future', () => ({ claims: { nbf: anHourAgo() + 7200 } })],
    ['no subject', () => ({ claims: { sub: undefined } })],
    ['alg none', () => ({ header: { alg: 'none' }, isUnsigned: true })],
    [
      'alg none, which the provider’s metadata lists',
      () => ({ header: { alg: 'none' }, isUnsigned: true, algorithms: ['RS256', 'none'] }),
    ],
    ['a symmetric algorithm', () => ({ header: { alg: 'HS256' }, algorithms: ['RS256', 'HS256'] })],
    ['a signature by a key that the provider doesn’t publish', () => ({ usesUnpublishedKey: true })],
    ['the id of a key that the provider doesn’t publish', () => ({ header: { kid: 'unknown' } })],
    ['no signature', () => ({ isUnsigned: true })],
    ['no identity token', () => ({ lacksIdToken: true })],
    ['user info about somebody else', () => ({ user: { sub: 'root' } })],
    ['a refusal of the code', () => ({ status: { token: 400 } })],
  ]
  describe.each(refusedCases)('a sign-in with %s', (_, misbehavior) => {
    it('is refused, and starts no session', async () => {
      provider.state.misbehavior = misbehavior()
      Object.assign(oauth, { oidc: settingsOf(provider.issuer) })
      const { status, body, headers } = await signInAt(testSite, provider)
      expect([status, body.error]).toEqual([401, 'Example Inc. did not confirm this sign-in. Start again.'])
      expect(headers.getSetCookie().some((line) => line.startsWith('session='))).toBe(false)
    })
  })

  const unavailableCases: [string, Misbehavior][] = [
    ['metadata of another issuer', { issuer: 'https://evil.example' }],
    ['no metadata', { status: { discovery: 404 } }],
    ['a failing token endpoint', { status: { token: 500 } }],
    ['a failing user info endpoint', { status: { user: 503 } }],
    ['claims that can’t be read', { user: { name: 7 } }],
    ['a user id that is too long', { claims: { sub: 'x'.repeat(256) }, user: { sub: 'x'.repeat(256) } }],
    ['a user id that the database can’t store', { claims: { sub: 'ada\0' }, user: { sub: 'ada\0' } }],
    // Two ids like this one could become equal when they are stored.
    ['a user id with a lone surrogate', { claims: { sub: 'ada\ud83d' }, user: { sub: 'ada\ud83d' } }],
    ['claims of several megabytes', { user: { picture: 'x'.repeat(3_000_000) } }],
  ]
  it.each(unavailableCases)('a provider with %s counts as unavailable', async (_, misbehavior) => {
    provider.state.misbehavior = misbehavior
    Object.assign(oauth, { oidc: settingsOf(provider.issuer) })
    const { status, body } = await signInAt(testSite, provider)
    expect([status, body.code]).toEqual([503, 'provider_unavailable'])
  })

  it('a callback with another issuer, or none, is refused', async () => {
    const responses = [
      await signInAt(testSite, provider, { iss: 'https://evil.example' }),
      await signInAt(testSite, provider, { iss: undefined as unknown as string }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([401, 401])
  })

  it('the same user id at another issuer belongs to another user', async () => {
    const other = await fakeOpenIdProvider()
    try {
      const first = await signInAt(testSite, provider)
      Object.assign(oauth, { oidc: settingsOf(other.issuer) })
      other.state.person = { sub: 'ada', name: 'Imposter', email: 'imposter@example.test', email_verified: true }
      const second = await signInAt(testSite, other)
      expect([second.status, second.body.username]).toEqual([200, 'Imposter'])
      expect(second.body.id).not.toBe(first.body.id)
    } finally {
      await other.close()
    }
  })

  it('neither a confirmed nor an unconfirmed address takes over an account', async () => {
    const owner = await signUp(testSite, 'Owner')
    for (const verified of [true, false, undefined, 'true', 'no']) {
      provider.state.person = { sub: `taker-${verified}`, name: 'Taker', email: owner.email, email_verified: verified }
      const { status } = await signInAt(testSite, provider)
      expect([403, 409]).toContain(status)
    }
    const sessions = await testSite.db.selectFrom('sessions').select('userId').where('userId', '=', owner.id).execute()
    expect(sessions).toHaveLength(1)
    const connections = await testSite.db
      .selectFrom('connections')
      .select('userId')
      .where('userId', '=', owner.id)
      .execute()
    expect(connections).toEqual([])
  })

  it('addresses of a provider without email_verified are trusted only if the operator allows it', async () => {
    provider.state.person = { sub: 'entra', name: 'Entra', email: 'entra@example.test' }
    expect((await signInAt(testSite, provider)).status).toBe(403)
    Object.assign(oauth, { oidc: settingsOf(provider.issuer, { trustsEmails: true }) })
    provider.state.person.email_verified = false
    expect((await signInAt(testSite, provider)).status).toBe(403)
    delete provider.state.person.email_verified
    expect((await signInAt(testSite, provider)).body.username).toBe('Entra')
  })

  it('groups of a wrong type or case make nobody an admin, but a single group may be a string', async () => {
    Object.assign(oauth, { oidc: settingsOf(provider.issuer, { groups: { admin: 'admins' } }) })
    await testSite.addUser('Other', 'admin')
    for (const groups of [{ 0: 'admins' }, [['admins']], [{ name: 'admins' }], 7, null, 'Admins']) {
      provider.state.misbehavior = { user: { groups } }
      expect((await signInAt(testSite, provider)).body.role).toBe('user')
    }
    provider.state.misbehavior = { user: { groups: 'admins' } }
    expect((await signInAt(testSite, provider)).body.role).toBe('admin')
    const manyGroups = [...Array.from({ length: 5000 }, (_, nth) => `group-${nth}`), 'admins']
    provider.state.misbehavior = { user: { groups: manyGroups } }
    expect((await signInAt(testSite, provider)).body.role).toBe('admin')
  })

  it('a username never comes from an email address, whichever claim has it', async () => {
    const email = 'jane.doe@example.test'
    for (const claims of [{}, { name: email }, { preferred_username: email }]) {
      provider.state.person = { sub: `jane-${Object.keys(claims)}`, email, email_verified: true, ...claims }
      const { body } = await signInAt(testSite, provider)
      expect(body.username).toMatch(/^member-[a-z0-9]{6}$/)
      await testSite.db
        .updateTable('users')
        .set({ email: `${body.id}@example.test` })
        .where('id', '=', body.id)
        .execute()
    }
  })

  it('withheld groups change no role, and the operator finds that in the log', async () => {
    const withGroups = (change: Partial<OidcSettings>) =>
      Object.assign(oauth, { oidc: settingsOf(provider.issuer, { groups: { admin: 'admins' }, ...change }) })
    await testSite.addUser('Remaining', 'admin')
    provider.state.person = { sub: 'many', name: 'Many', email: 'many@example.test', email_verified: true }
    const roleWith = async (claims: Record<string, unknown>) => {
      provider.state.misbehavior = { claims }
      return (await signInAt(testSite, provider)).body.role
    }
    withGroups({})
    warned.length = 0
    expect(await roleWith({ groups: ['admins'] })).toBe('admin')
    expect(warned).toEqual([])
    expect(await roleWith({ _claim_names: { groups: 'src1' } })).toBe('admin')
    expect(await roleWith({ hasgroups: true })).toBe('admin')
    expect(warned).toEqual([groupsAdvice.withheld, groupsAdvice.withheld])
    expect(await roleWith({ _claim_names: { address: 'src1' } })).toBe('user')
    withGroups({ groupsClaim: 'roles' })
    expect(await roleWith({ roles: ['admins'], hasgroups: true })).toBe('admin')
    expect(await roleWith({ hasgroups: true })).toBe('user')
    expect(warned).toHaveLength(2)
  })

  it('members can connect an account with their password, and the email has the provider’s name', async () => {
    const { cookie } = await signUp(testSite, 'Joiner')
    provider.state.person = { sub: 'joiner', name: 'joiner-there', email: 'other@example.test', email_verified: true }
    const startResponse = await testSite.request('/api/connections/oidc', {
      method: 'POST',
      json: { password: goodPassword },
      headers: { cookie },
    })
    const { code, state, iss } = await provider.visit(startResponse.body.url)
    const headers = { cookie: `${cookie}; ${cookieOf(startResponse)}` }
    await testSite.request('/api/connections/oidc/return', { method: 'POST', json: { code, state, iss }, headers })
    const list = await testSite.request('/api/user/connections', { headers: { cookie } })
    expect(list.body).toMatchObject([{ provider: 'oidc', name: 'joiner-there' }])
    await testSite.runJobs()
    expect(testSite.outbox().map(({ subject }) => subject)).toContain('Example Inc. was connected to Promptarium')
  })
})

it('colleagues in one network can all register and sign in', async () => {
  const provider = await fakeOpenIdProvider()
  const oauth = { keys: { oidc: provider.keys }, oidc: settingsOf(provider.issuer) }
  const testSite = await createTestSite({ limits: true, site: { oauth } })
  try {
    const statuses = new Set<number>()
    for (let nth = 0; nth <= oauthFlowsPerNetwork.points; nth++) {
      const sub = `colleague-${nth % (registrationsPerNetwork.points + 1)}`
      provider.state.person = { sub, name: sub, email: `${sub}@example.test`, email_verified: true }
      statuses.add((await signInAt(testSite, provider)).status)
    }
    expect([...statuses]).toEqual([200])
  } finally {
    await testSite.close()
    await provider.close()
  }
})

it('sign-ins that the provider doesn’t confirm are limited per network', async () => {
  const provider = await fakeOpenIdProvider()
  provider.state.misbehavior = { status: { token: 400 } }
  const oauth = { keys: { oidc: provider.keys }, oidc: settingsOf(provider.issuer) }
  const testSite = await createTestSite({ limits: true, site: { oauth } })
  try {
    const statuses: number[] = []
    for (let nth = 0; nth <= oauthFlowsPerNetwork.points; nth++)
      statuses.push((await signInAt(testSite, provider)).status)
    expect(statuses).toEqual([...Array.from({ length: oauthFlowsPerNetwork.points }, () => 401), 429])
  } finally {
    await testSite.close()
    await provider.close()
  }
})
