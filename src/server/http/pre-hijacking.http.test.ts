// This file is longer than others because each case is a way to take over or keep somebody else's account.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '#features/accounts/server/argon2.ts'
import { createLink } from '#features/accounts/server/one-time-links.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { authenticatorCode } from '#test/authenticator.ts'
import { fakeOauthProvider } from '#test/fakes/oauth-provider.ts'
import { cookieOf, goodPassword, type Person, signIn, signUp } from '#test/sign-up.ts'
import { createSoftwarePasskey } from '#test/software-passkey.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

// The cases are the variants in Sudhodanan and Paverd, “Pre-hijacked accounts” (2022), and requests that run while the
// owner resets the password.

/**
 * `site` counts as having no mail server, so a sign-in method can be added without a confirmed address. Its outbox
 * receives emails anyway. `mailSite` counts as having a mail server.
 */
let site: TestSite
let mailSite: TestSite
let provider: Awaited<ReturnType<typeof fakeOauthProvider>>
let now = new Date('2026-11-20T12:00:00Z')
const advanceClock = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
beforeAll(async () => {
  provider = await fakeOauthProvider()
  const oidc = {
    issuer: 'https://login.test',
    name: 'Example Inc.',
    groupsClaim: 'groups',
    groups: {},
    trustsEmails: true,
  }
  const oauth = { keys: { github: provider.keys, google: provider.keys }, oidc, testUrl: provider.url }
  site = await createTestSite({ now: () => now, site: { oauth } })
  mailSite = await createTestSite({ now: () => now, site: { oauth, sendsEmail: true } })
})
afterAll(async () => {
  await site.close()
  await mailSite.close()
  await provider.close()
})

const newPassword = 'seven calm herons'
const send = (testSite: TestSite, method: string, path: string, json?: unknown, cookie = '') =>
  testSite.request(path, { method, json, headers: { cookie } })
const logIn = (testSite: TestSite, { username }: Pick<Person, 'username'>, password: string) =>
  send(testSite, 'POST', '/api/login', { username, password })
const readUser = (testSite: TestSite, cookie: string) => send(testSite, 'GET', '/api/user', undefined, cookie)

/** Finds the token in the newest email that contains this link. */
async function tokenInEmail(testSite: TestSite, email: string, link: string): Promise<string> {
  await testSite.runJobs()
  await testSite.runJobs()
  const sent = testSite.outbox().findLast(({ to, text }) => to === email && text.includes(link))
  return /token=([\w-]+)/.exec(sent?.text ?? '')?.[1] ?? ''
}

/** Resets the password by email, which only the owner of the address can do. */
async function resetAsOwner(testSite: TestSite, { email }: Person) {
  await send(testSite, 'POST', '/api/password/forgot', { email })
  const token = await tokenInEmail(testSite, email, '/auth/reset')
  expect((await send(testSite, 'POST', '/api/password/reset', { token, password: newPassword })).status).toBe(204)
}

async function confirm(testSite: TestSite, { email, cookie }: Person) {
  const token = await tokenInEmail(testSite, email, '/auth/verify')
  expect((await send(testSite, 'POST', '/api/email/verify', { token }, cookie)).status).toBe(204)
}

async function addPasskey(testSite: TestSite, { cookie, password }: Person) {
  const key = createSoftwarePasskey()
  const options = await send(testSite, 'POST', '/api/user/passkeys/options', { password }, cookie)
  if (options.status !== 200) return { key, response: options }
  const body = { name: 'A key', credential: key.create(options.body) }
  return { key, response: await send(testSite, 'POST', '/api/user/passkeys', body, cookie) }
}

async function signInByKey(testSite: TestSite, key: ReturnType<typeof createSoftwarePasskey>) {
  const { body } = await send(testSite, 'POST', '/api/login/passkey/options')
  return send(testSite, 'POST', '/api/login/passkey', key.get(body))
}

const setUpFactor = (testSite: TestSite, { cookie, password }: Person) =>
  send(testSite, 'POST', '/api/user/second-factor', { password }, cookie)

async function addFactor(testSite: TestSite, person: Person) {
  const { cookie } = person
  const setUp = await setUpFactor(testSite, person)
  if (setUp.status !== 200) return setUp
  const code = authenticatorCode(setUp.body.secret, now)
  return send(testSite, 'POST', '/api/user/second-factor/confirm', { code }, cookie)
}

/**
 * Signs in at the provider and returns to the site. With a cookie and a password, connects the provider's account to
 * the account of that session.
 */
async function signInByProvider(testSite: TestSite, cookie = '', password?: string) {
  const start = await send(testSite, 'POST', '/api/connections/github', { password }, cookie)
  if (start.status !== 200) return start
  const { code, state } = await provider.visit(start.body.url)
  return send(testSite, 'POST', '/api/connections/github/return', { code, state }, `${cookie}; ${cookieOf(start)}`)
}

let lastId = 100
const setProviderUser = (name: string, email: string | null = `${name}@provider.test`) => {
  provider.state.person = { id: ++lastId, name, email }
}

describe('an account that an attacker registered with somebody else’s address', () => {
  it('is closed to the attacker when the owner of the address resets the password by email', async () => {
    const attacker = await signUp(site, 'Trojan')
    const { key, response } = await addPasskey(site, attacker)
    expect(response.status).toBe(201)
    setProviderUser('attacker')
    expect((await signInByProvider(site, attacker.cookie, goodPassword)).body.id).toBe(attacker.id)
    const oidcConnection = { userId: attacker.id, provider: 'oidc', subject: 'a', name: 'a', createdAt: now } as const
    await site.db.insertInto('connections').values(oidcConnection).execute()
    expect((await addFactor(site, attacker)).status).toBe(200)
    advanceClock(60_000)
    await resetAsOwner(site, attacker)

    expect((await readUser(site, attacker.cookie)).status).toBe(401)
    expect((await logIn(site, attacker, goodPassword)).status).toBe(401)
    expect((await signInByKey(site, key)).status).toBe(401)
    expect((await signInByProvider(site)).body.id).not.toBe(attacker.id)
    const owner = await logIn(site, attacker, newPassword)
    expect([owner.status, owner.body.emailVerified]).toEqual([200, true])
    const getAsOwner = (path: string) => send(site, 'GET', path, undefined, cookieOf(owner))
    expect((await getAsOwner('/api/user/passkeys')).body).toEqual([])
    expect((await getAsOwner('/api/user/connections')).body).toEqual([])
    expect((await getAsOwner('/api/user/second-factor')).body).toMatchObject({ enabled: false, recoveryCodesLeft: 0 })
    await site.runJobs()
    const sentEmail = site
      .outbox()
      .findLast(({ to, subject }) => to === attacker.email && subject.includes('was changed'))
    // The operator's name for OpenID Connect is in the settings.
    const accounts = ['the connected GitHub account', 'the connected Example Inc. account']
    for (const way of ['the passkey “A key”', ...accounts, 'two-step sign-in']) {
      expect(sentEmail?.text).toContain(way)
    }
  })

  it('loses an unconfirmed authenticator when the password is reset by email', async () => {
    const attacker = await signUp(site, 'Unfinished')
    await setUpFactor(site, attacker)
    await resetAsOwner(site, attacker)
    expect(await site.db.selectFrom('authenticators').selectAll().where('userId', '=', attacker.id).execute()).toEqual(
      [],
    )
  })

  it('isn’t confirmed when the owner of the address opens the link, since that needs a session of the account', async () => {
    const attacker = await signUp(mailSite, 'Naive')
    const owner = await signUp(mailSite, 'SomebodyElse')
    const token = await tokenInEmail(mailSite, attacker.email, '/auth/verify')
    expect((await send(mailSite, 'POST', '/api/email/verify', { token })).status).toBe(401)
    const refused = await send(mailSite, 'POST', '/api/email/verify', { token }, owner.cookie)
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    expect((await readUser(mailSite, attacker.cookie)).body.emailVerified).toBe(false)
    // The link still works in the right session.
    expect((await send(mailSite, 'POST', '/api/email/verify', { token }, attacker.cookie)).status).toBe(204)
  })

  it('can’t get other sign-in methods until its address is confirmed, if the site sends email', async () => {
    const person = await signUp(mailSite, 'Waiting')
    setProviderUser('waiting')
    const tryAll = () =>
      Promise.all([
        addPasskey(mailSite, person).then(({ response }) => response),
        addFactor(mailSite, person),
        signInByProvider(mailSite, person.cookie, goodPassword),
      ])
    for (const { status, body } of await tryAll()) {
      expect([status, body.code]).toEqual([403, 'forbidden'])
      expect(body.error).toMatch(/^Confirm your email address first/)
    }
    await confirm(mailSite, person)
    expect((await tryAll()).map(({ status }) => status)).toEqual([201, 200, 200])
  })
})

describe('sign-in methods from before the address was confirmed', () => {
  it('are removed when the password is reset by email; later methods are kept, including the second factor', async () => {
    const person = await signUp(site, 'Patient')
    const early = await addPasskey(site, person)
    advanceClock(60_000)
    await confirm(site, person)
    advanceClock(60_000)
    const late = await addPasskey(site, person)
    setProviderUser('patient')
    await signInByProvider(site, person.cookie, goodPassword)
    await addFactor(site, person)
    advanceClock(60_000)
    await resetAsOwner(site, person)
    expect((await signInByKey(site, early.key)).status).toBe(401)
    expect((await signInByKey(site, late.key)).status).toBe(200)
    expect((await logIn(site, person, newPassword)).body.code).toBe('second_factor_required')
    expect((await signInByProvider(site)).body.code).toBe('second_factor_required')
  })

  it('are also removed by the operator’s reset link, which confirms no address and keeps the second factor', async () => {
    const person = await signUp(site, 'Offline')
    const { key } = await addPasskey(site, person)
    await addFactor(site, person)
    const link = { purpose: 'reset-password' as const, email: person.email, lifetimeMs: 60_000, byEmail: false }
    const token = await inTransaction(site.db, (tx) => createLink(tx, person.id, link, now))
    expect((await send(site, 'POST', '/api/password/reset', { token, password: newPassword })).status).toBe(204)
    expect((await signInByKey(site, key)).status).toBe(401)
    expect((await logIn(site, person, newPassword)).body.code).toBe('second_factor_required')
    const { emailVerified } = await site.db
      .selectFrom('users')
      .select('emailVerified')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(emailVerified).toBe(false)
  })
})

describe('a second factor whose setup began before the address was confirmed', () => {
  it('is kept after a reset by email if its first code was entered after the confirmation', async () => {
    const person = await signUp(site, 'Beginner')
    const { body } = await setUpFactor(site, person)
    advanceClock(60_000)
    await confirm(site, person)
    const code = authenticatorCode(body.secret, now)
    expect((await send(site, 'POST', '/api/user/second-factor/confirm', { code }, person.cookie)).status).toBe(200)
    advanceClock(60_000)
    await resetAsOwner(site, person)
    expect((await logIn(site, person, newPassword)).body.code).toBe('second_factor_required')
  })
})

describe('an account at a provider', () => {
  it('isn’t linked to an account with the same address, confirmed or not, until the owner connects it', async () => {
    const attacker = await signUp(site, 'Merged')
    setProviderUser('merged-owner', attacker.email)
    const refused = await signInByProvider(site)
    expect([refused.status, refused.body.code]).toEqual([409, 'email_taken'])
    expect(refused.headers.getSetCookie().join()).not.toContain('session=')
    await resetAsOwner(site, attacker)
    expect((await signInByProvider(site)).status).toBe(409)
    const cookie = await signIn(site, { username: 'Merged', password: newPassword })
    expect((await signInByProvider(site, cookie, newPassword)).status).toBe(200)
    expect((await signInByProvider(site)).body.id).toBe(attacker.id)
  })

  it('creates no account with an address that the provider didn’t confirm', async () => {
    setProviderUser('unconfirmed', null)
    expect((await signInByProvider(site)).status).toBe(403)
  })

  it('reserves its address, so that nobody can register with it; a reset by email keeps the connection', async () => {
    setProviderUser('first-one')
    const made = await signInByProvider(site)
    const email = 'first-one@provider.test'
    const late = { username: 'LateComer', email, password: goodPassword }
    expect((await send(site, 'POST', '/api/register', late)).body.code).toBe('email_taken')
    advanceClock(60_000)
    await resetAsOwner(site, { ...late, id: made.body.id, cookie: '' })
    expect((await signInByProvider(site)).body.id).toBe(made.body.id)
  })
})

describe('a link in an email', () => {
  it.each([
    ['/auth/reset', '/api/password/reset'],
    ['/auth/verify', '/api/email/verify'],
  ])('is invalid if it was sent to a former address of the account: %s', async (link, path) => {
    const person = await signUp(site, `Moved${link.length}`)
    if (link === '/auth/reset') await send(site, 'POST', '/api/password/forgot', { email: person.email })
    const token = await tokenInEmail(site, person.email, link)
    const email = `elsewhere-${link.length}@example.test`
    await site.db.updateTable('users').set({ email }).where('id', '=', person.id).execute()
    const response = await send(site, 'POST', path, { token, password: newPassword }, person.cookie)
    expect([response.status, Object.keys(response.body.fields)]).toEqual([400, ['token']])
    expect((await logIn(site, person, goodPassword)).status).toBe(200)
  })
})

describe('a request that runs during a password reset by the owner', () => {
  /** Runs `reset` with a lock on the user, starts `request`, and commits when `request` waits for the lock. */
  async function runDuringReset(
    person: Person,
    reset: (tx: Tx) => Promise<unknown>,
    request: () => ReturnType<typeof send>,
  ) {
    let response: ReturnType<typeof send> | undefined
    await inTransaction(site.db, async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', person.id).forNoKeyUpdate().execute()
      await reset(tx)
      response = request()
      await expect.poll(() => site.countLockWaits()).toBe(1)
    })
    return response
  }
  const endSessions = (person: Person) => (tx: Tx) =>
    tx.deleteFrom('sessions').where('userId', '=', person.id).execute()

  it('doesn’t add a passkey', async () => {
    const person = await signUp(site, 'RacingKey')
    const { body } = await send(site, 'POST', '/api/user/passkeys/options', { password: goodPassword }, person.cookie)
    const passkey = { name: 'Late', credential: createSoftwarePasskey().create(body) }
    const response = await runDuringReset(person, endSessions(person), () =>
      send(site, 'POST', '/api/user/passkeys', passkey, person.cookie),
    )
    expect(response?.status).toBe(401)
    expect(await site.db.selectFrom('passkeys').select('id').where('userId', '=', person.id).execute()).toEqual([])
  })

  it('doesn’t turn on a second factor', async () => {
    const person = await signUp(site, 'RacingFactor')
    const { body } = await send(site, 'POST', '/api/user/second-factor', { password: goodPassword }, person.cookie)
    const code = authenticatorCode(body.secret, now)
    const response = await runDuringReset(person, endSessions(person), () =>
      send(site, 'POST', '/api/user/second-factor/confirm', { code }, person.cookie),
    )
    expect(response?.status).toBe(401)
    expect((await logIn(site, person, goodPassword)).status).toBe(200)
  })

  it('doesn’t turn off the second factor', async () => {
    const person = await signUp(site, 'RacingOff')
    const setUp = await send(site, 'POST', '/api/user/second-factor', { password: goodPassword }, person.cookie)
    const proof = () => ({ password: goodPassword, code: authenticatorCode(setUp.body.secret, now) })
    await send(site, 'POST', '/api/user/second-factor/confirm', proof(), person.cookie)
    advanceClock(30_000)
    const response = await runDuringReset(person, endSessions(person), () =>
      send(site, 'DELETE', '/api/user/second-factor', proof(), person.cookie),
    )
    expect(response?.status).toBe(401)
    expect((await logIn(site, person, goodPassword)).body.code).toBe('second_factor_required')
  })

  it('doesn’t connect an account at another site', async () => {
    const person = await signUp(site, 'RacingConnection')
    setProviderUser('racing')
    const start = await send(site, 'POST', '/api/connections/github', { password: goodPassword }, person.cookie)
    const { code, state } = await provider.visit(start.body.url)
    const response = await runDuringReset(person, endSessions(person), () =>
      send(site, 'POST', '/api/connections/github/return', { code, state }, `${person.cookie}; ${cookieOf(start)}`),
    )
    expect(response?.status).toBe(401)
    expect((await signInByProvider(site)).body.id).not.toBe(person.id)
  })

  it('doesn’t create an address of the private feed', async () => {
    const person = await signUp(site, 'RacingFeed')
    const response = await runDuringReset(person, endSessions(person), () =>
      send(site, 'POST', '/api/user/notification-feed', undefined, person.cookie),
    )
    expect(response?.status).toBe(401)
    const feeds = site.db.selectFrom('notificationFeeds').select('userId').where('userId', '=', person.id)
    expect(await feeds.execute()).toEqual([])
  })

  it('doesn’t ask for a code after the old password, a removed connection or in a banned account', async () => {
    const person = await signUp(site, 'RacingTicket')
    setProviderUser('racing-ticket')
    await signInByProvider(site, person.cookie, goodPassword)
    await addFactor(site, person)
    const newHash = await hashPassword(newPassword)
    const byPassword = await runDuringReset(
      person,
      (tx) => tx.updateTable('passwords').set({ hash: newHash }).where('userId', '=', person.id).execute(),
      () => logIn(site, person, goodPassword),
    )
    const byConnection = await runDuringReset(
      person,
      (tx) => tx.deleteFrom('connections').where('userId', '=', person.id).execute(),
      () => signInByProvider(site),
    )
    for (const response of [byPassword, byConnection]) expect(response?.body.code).toBe('invalid_credentials')
    const inBanned = await runDuringReset(
      person,
      (tx) => tx.updateTable('users').set({ banned: true }).where('id', '=', person.id).execute(),
      () => logIn(site, person, newPassword),
    )
    expect(inBanned?.body.code).toBe('forbidden')
    const tickets = site.db.selectFrom('accountTokens').select('userId').where('purpose', '=', 'second-factor')
    expect(await tickets.where('userId', '=', person.id).execute()).toEqual([])
  })

  it.each([
    ['doesn’t change the password', 'POST', '/api/password/change', { currentPassword: goodPassword, newPassword }],
    ['doesn’t delete the account', 'DELETE', '/api/user', { password: goodPassword }],
  ])('%s', async (_what, method, path, json) => {
    const person = await signUp(site, `Racing${path.length}`)
    const response = await runDuringReset(person, endSessions(person), () =>
      send(site, method, path, json, person.cookie),
    )
    expect(response?.status).toBe(401)
    expect((await logIn(site, person, goodPassword)).status).toBe(200)
  })

  it('doesn’t sign in with the old password, a removed passkey or a removed connection', async () => {
    const person = await signUp(site, 'RacingLogin')
    const { key } = await addPasskey(site, person)
    setProviderUser('racing-login')
    await signInByProvider(site, person.cookie, goodPassword)
    const byPasskey = await runDuringReset(
      person,
      (tx) => tx.deleteFrom('passkeys').where('userId', '=', person.id).execute(),
      () => signInByKey(site, key),
    )
    const byConnection = await runDuringReset(
      person,
      (tx) => tx.deleteFrom('connections').where('userId', '=', person.id).execute(),
      () => signInByProvider(site),
    )
    await send(site, 'POST', '/api/logout', undefined, person.cookie)
    const newHash = await hashPassword(newPassword)
    const byPassword = await runDuringReset(
      person,
      (tx) => tx.updateTable('passwords').set({ hash: newHash }).where('userId', '=', person.id).execute(),
      () => logIn(site, person, goodPassword),
    )
    for (const response of [byPasskey, byConnection, byPassword])
      expect(response?.body.code).toBe('invalid_credentials')
    expect(await site.db.selectFrom('sessions').select('id').where('userId', '=', person.id).execute()).toEqual([])
  })
})
