import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginsPerNetwork } from '#features/accounts/server/account-limits.ts'
import { listAuditEntries } from '#platform/audit.ts'
import { authenticatorCode } from '#test/authenticator.ts'
import { cookieOf, goodPassword, type Person, signUp } from '#test/sign-up.ts'
import { createSoftwarePasskey } from '#test/software-passkey.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { challengeMs, passkeyLimits } from '../rules.ts'
import { challengesPerNetwork } from './start-passkey.ts'

let testSite: TestSite
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  testSite = await createTestSite({ now: () => now })
})
afterAll(() => testSite.close())

type SoftwarePasskey = ReturnType<typeof createSoftwarePasskey>
const path = '/api/user/passkeys'
const send = ({ cookie }: Pick<Person, 'cookie'>, method: string, address: string, json?: unknown) =>
  testSite.request(address, { method, json, headers: { cookie } })
const post = (address: string, json?: unknown) => testSite.request(address, { method: 'POST', json })

const startRegistration = async (person: Person) =>
  (await send(person, 'POST', `${path}/options`, { password: goodPassword })).body
const addPasskey = async (person: Person, key: SoftwarePasskey, name = 'My phone') =>
  send(person, 'POST', path, { name, credential: key.create(await startRegistration(person)) })
const startLogin = async () => (await post('/api/login/passkey/options')).body
/** Returns the texts of the emails that told a user about new passkeys. */
const emailsTo = ({ email }: Person) =>
  testSite
    .outbox()
    .filter(({ to, subject }) => to === email && subject === 'A passkey for Promptarium was added')
    .map(({ text }) => text)
const logIn = async (key: SoftwarePasskey) => post('/api/login/passkey', key.get(await startLogin()))

describe('adding a passkey', () => {
  it('requires the password, requests user verification and a passkey for this host, and emails the user', async () => {
    const person = await signUp(testSite, 'Adder')
    expect((await send(person, 'POST', `${path}/options`, { password: 'not the one' })).status).toBe(403)
    const options = await startRegistration(person)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Promptarium' },
      user: { name: 'Adder' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const { status, body } = await send(person, 'POST', path, {
      name: ' My phone ',
      credential: createSoftwarePasskey().create(options),
    })
    expect([status, body.name, body.lastUsedAt]).toEqual([201, 'My phone', null])
    expect((await send(person, 'GET', path)).body).toEqual([body])
    await testSite.runJobs()
    expect(emailsTo(person)).toEqual([expect.stringContaining('My phone')])
    await addPasskey(person, createSoftwarePasskey(), 'My laptop')
    await testSite.runJobs()
    expect(emailsTo(person)).toEqual([expect.stringContaining('My phone'), expect.stringContaining('My laptop')])
  })

  it.each([
    ['of another site', createSoftwarePasskey({ origin: 'http://evil.example' })],
    ['without user verification', createSoftwarePasskey({ verifies: false })],
  ])('refuses a passkey %s', async (reason, key) => {
    const person = await signUp(testSite, `Refused${reason.length}`)
    expect((await addPasskey(person, key)).status).toBe(400)
    expect((await send(person, 'GET', path)).body).toEqual([])
  })

  it('accepts a response once, only from the member who requested the challenge, within five minutes', async () => {
    const [person, otherMember] = [await signUp(testSite, 'Once'), await signUp(testSite, 'Stranger')]
    const options = await startRegistration(person)
    const late = await startRegistration(person)
    const respondToChallenge = (who: Person, challenge: typeof options) =>
      send(who, 'POST', path, { name: 'Key', credential: createSoftwarePasskey().create(challenge) })
    expect((await respondToChallenge(otherMember, options)).status).toBe(400)
    const responses = await Promise.all(Array.from({ length: 4 }, () => respondToChallenge(person, options)))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
    now = new Date(now.getTime() + challengeMs)
    expect((await respondToChallenge(person, late)).body.fields.credential).toBe('This took too long. Try again.')
  })

  it('refuses a passkey that was already added, and more passkeys than allowed', async () => {
    const person = await signUp(testSite, 'Collector')
    const key = createSoftwarePasskey()
    expect((await addPasskey(person, key)).status).toBe(201)
    expect((await addPasskey(person, key)).status).toBe(409)
    for (let n = 1; n < passkeyLimits.passkeysMax; n++) await addPasskey(person, createSoftwarePasskey())
    expect((await send(person, 'POST', `${path}/options`, { password: goodPassword })).status).toBe(409)
  })

  it('adds no more passkeys than allowed, even if several were started before the last one', async () => {
    const person = await signUp(testSite, 'Starter')
    for (let n = 1; n < passkeyLimits.passkeysMax; n++) await addPasskey(person, createSoftwarePasskey())
    const started = [await startRegistration(person), await startRegistration(person)]
    const responses = await Promise.all(
      started.map((options) =>
        send(person, 'POST', path, { name: 'Key', credential: createSoftwarePasskey().create(options) }),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})

describe('signing in with a passkey', () => {
  it('needs neither a username nor a password, and returns the user', async () => {
    const person = await signUp(testSite, 'Ada')
    const key = createSoftwarePasskey()
    await addPasskey(person, key)
    const response = await logIn(key)
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({ username: 'Ada', email: person.email })
    expect((await send({ cookie: cookieOf(response) }, 'GET', '/api/user')).status).toBe(200)
    expect((await send(person, 'GET', path)).body[0].lastUsedAt).toBe(now.toISOString())
  })

  it('requires no second factor', async () => {
    const person = await signUp(testSite, 'Both')
    const key = createSoftwarePasskey()
    await addPasskey(person, key)
    const { body } = await send(person, 'POST', '/api/user/second-factor', { password: goodPassword })
    await send(person, 'POST', '/api/user/second-factor/confirm', { code: authenticatorCode(body.secret, now) })
    expect((await logIn(key)).status).toBe(200)
  })

  it('accepts the response to a challenge once, within five minutes', async () => {
    const person = await signUp(testSite, 'Replayed')
    const key = createSoftwarePasskey()
    await addPasskey(person, key)
    const signed = key.get(await startLogin())
    const responses = await Promise.all(Array.from({ length: 4 }, () => post('/api/login/passkey', signed)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
    const late = key.get(await startLogin())
    now = new Date(now.getTime() + challengeMs)
    expect((await post('/api/login/passkey', late)).body.code).toBe('invalid_credentials')
  })

  it('refuses a challenge that was issued for adding a passkey', async () => {
    const person = await signUp(testSite, 'Mixer')
    const key = createSoftwarePasskey()
    await addPasskey(person, key)
    expect((await post('/api/login/passkey', key.get(await startRegistration(person)))).status).toBe(401)
  })

  it('refuses a signature by another key, a changed signature, and a cloned passkey with an old counter', async () => {
    const person = await signUp(testSite, 'Forged')
    const key = createSoftwarePasskey()
    await addPasskey(person, key)
    const { id, rawId } = key.get(await startLogin())
    const forger = createSoftwarePasskey()
    forger.create({ challenge: '', user: { id: Buffer.from(person.id).toString('base64url') } })
    const forged = { ...forger.get(await startLogin()), id, rawId }
    expect((await post('/api/login/passkey', forged)).status).toBe(401)
    const changed = key.get(await startLogin())
    changed.response.signature = `${changed.response.signature.slice(0, -4)}AAAA`
    expect((await post('/api/login/passkey', changed)).status).toBe(401)
    expect((await logIn(key)).status).toBe(200)
    key.resetCount()
    expect((await logIn(key)).status).toBe(401)
  })

  it('refuses client data without a challenge, and a user handle that isn’t an id', async () => {
    const person = await signUp(testSite, 'Garbled')
    const key = createSoftwarePasskey()
    await addPasskey(person, key)
    const base64url = (text: string) => Buffer.from(text).toString('base64url')
    const changes = [
      ...['not JSON', 'null', '{}', '{"challenge":5}'].map((text) => ({ clientDataJSON: base64url(text) })),
      ...['', 'Garbled', `x${person.id}`, `${person.id}x`].map((text) => ({ userHandle: base64url(text) })),
    ]
    for (const change of changes) {
      const signed = key.get(await startLogin())
      Object.assign(signed.response, change)
      expect([change, (await post('/api/login/passkey', signed)).status]).toEqual([change, 401])
    }
  })

  it('refuses a passkey that was removed, was never added, or belongs to a banned user', async () => {
    const person = await signUp(testSite, 'Remover')
    const [remaining, removed] = [createSoftwarePasskey(), createSoftwarePasskey()]
    await addPasskey(person, remaining)
    const { body } = await addPasskey(person, removed)
    const remove = (password: string, as: Person = person) => send(as, 'DELETE', `${path}/${body.id}`, { password })
    expect((await remove('not the one')).status).toBe(403)
    expect((await remove(goodPassword, await signUp(testSite, 'Thief'))).status).toBe(204)
    expect((await logIn(removed)).status).toBe(200)
    expect((await remove(goodPassword)).status).toBe(204)
    expect((await remove(goodPassword)).status).toBe(204)
    expect((await logIn(removed)).status).toBe(401)
    const { items } = await listAuditEntries(testSite.db, { action: 'account.passkey-remove' }, { limit: 10 })
    expect(items.map(({ actor, details }) => [actor.id, details])).toEqual([[person.id, { passkey: body.id }]])
    expect((await logIn(createSoftwarePasskey())).status).toBe(401)
    await testSite.db.updateTable('users').set({ banned: true }).where('id', '=', person.id).execute()
    expect((await logIn(remaining)).status).toBe(403)
  })
})

describe('on a site with limits', () => {
  let limited: TestSite
  beforeAll(async () => {
    limited = await createTestSite({ limits: true })
  })
  afterAll(() => limited.close())
  const postFrom = (from: string, address: string, json?: unknown) =>
    limited.request(address, { method: 'POST', json, from })

  it('made-up passkeys are limited per network, so they can’t fill the audit log', async () => {
    const key = createSoftwarePasskey()
    key.create({ challenge: '', user: { id: Buffer.from('nobody').toString('base64url') } })
    const statuses: number[] = []
    for (let n = 0; n <= loginsPerNetwork.points; n++)
      statuses.push((await postFrom('198.51.100.1', '/api/login/passkey', key.get({ challenge: 'made-up' }))).status)
    expect(statuses).toEqual([...Array.from({ length: loginsPerNetwork.points }, () => 401), 429])
  })

  it('colleagues in one network can all sign in', async () => {
    const person = await signUp(limited, 'Colleague')
    const key = createSoftwarePasskey()
    const headers = { cookie: person.cookie }
    const init = { method: 'POST', headers }
    const options = await limited.request(`${path}/options`, { ...init, json: { password: goodPassword } })
    await limited.request(path, { ...init, json: { name: 'Key', credential: key.create(options.body) } })
    const statuses = new Set<number>()
    for (let n = 0; n <= challengesPerNetwork.points; n++) {
      const { status, body } = await postFrom('198.51.100.2', '/api/login/passkey/options')
      statuses.add(status).add((await postFrom('198.51.100.2', '/api/login/passkey', key.get(body))).status)
    }
    expect([...statuses]).toEqual([200])
  })
})
