import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listActs } from '#server/platform/audit.ts'
import { shownCode } from '#test/authenticator.ts'
import { cookieOf, goodPassword, type Person, signUp } from '#test/sign-up.ts'
import { softwarePasskey } from '#test/software-passkey.ts'
import { createWorld, type World } from '#test/world.ts'
import { challengeMs, passkeyLimits } from '../rules.ts'

let world: World
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  world = await createWorld({ now: () => now })
})
afterAll(() => world.close())

type Key = ReturnType<typeof softwarePasskey>
const path = '/api/user/passkeys'
const send = ({ cookie }: Pick<Person, 'cookie'>, method: string, address: string, json?: unknown) =>
  world.request(address, { method, json, headers: { cookie } })
const post = (address: string, json?: unknown) => world.request(address, { method: 'POST', json })

const offer = async (person: Person) => (await send(person, 'POST', `${path}/options`, { password: goodPassword })).body
const add = async (person: Person, key: Key, name = 'My phone') =>
  send(person, 'POST', path, { name, credential: key.create(await offer(person)) })
const ask = async () => (await post('/api/login/passkey/options')).body
/** The texts of the emails that report a new passkey to a user. */
const emailsTo = ({ email }: Person) =>
  world
    .outbox()
    .filter(({ to, subject }) => to === email && subject === 'A passkey for Promptarium was added')
    .map(({ text }) => text)
const logIn = async (key: Key) => post('/api/login/passkey', key.get(await ask()))

describe('adding a passkey', () => {
  it('needs the password, requests a verified key of this host, and emails the owner', async () => {
    const person = await signUp(world, 'Adder')
    expect((await send(person, 'POST', `${path}/options`, { password: 'not the one' })).status).toBe(403)
    const options = await offer(person)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Promptarium' },
      user: { name: 'Adder' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const { status, body } = await send(person, 'POST', path, {
      name: ' My phone ',
      credential: softwarePasskey().create(options),
    })
    expect([status, body.name, body.lastUsedAt]).toEqual([201, 'My phone', null])
    expect((await send(person, 'GET', path)).body).toEqual([body])
    await world.runJobs()
    expect(emailsTo(person)).toEqual([expect.stringContaining('My phone')])
    await add(person, softwarePasskey(), 'My laptop')
    await world.runJobs()
    expect(emailsTo(person)).toEqual([expect.stringContaining('My phone'), expect.stringContaining('My laptop')])
  })

  describe('refuses one of another site, and one that asked nobody for a finger or a PIN', () => {
    it.each([
      ['of another site', softwarePasskey({ origin: 'http://evil.example' })],
      ['that asked nobody for a finger or a PIN', softwarePasskey({ verifies: false })],
    ])('refuses one %s', async (_origin, key) => {
      const person = await signUp(world, `Refused${_origin.length}`)
      expect((await add(person, key)).status).toBe(400)
      expect((await send(person, 'GET', path)).body).toEqual([])
    })
  })

  it('answers a challenge of this user once, within five minutes', async () => {
    const [person, stranger] = [await signUp(world, 'Once'), await signUp(world, 'Stranger')]
    const options = await offer(person)
    const late = await offer(person)
    const give = (who: Person, challenge: typeof options) =>
      send(who, 'POST', path, { name: 'Key', credential: softwarePasskey().create(challenge) })
    expect((await give(stranger, options)).status).toBe(400)
    const answers = await Promise.all(Array.from({ length: 4 }, () => give(person, options)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
    now = new Date(now.getTime() + challengeMs)
    expect((await give(person, late)).body.fields.credential).toBe('This took too long. Try again.')
  })

  it('refuses the same one twice, and too many', async () => {
    const person = await signUp(world, 'Collector')
    const key = softwarePasskey()
    expect((await add(person, key)).status).toBe(201)
    expect((await add(person, key)).status).toBe(409)
    for (let n = 1; n < passkeyLimits.most; n++) await add(person, softwarePasskey())
    expect((await send(person, 'POST', `${path}/options`, { password: goodPassword })).status).toBe(409)
  })
})

describe('signing in with a passkey', () => {
  it('needs no name and no password, and returns the user', async () => {
    const person = await signUp(world, 'Ada')
    const key = softwarePasskey()
    await add(person, key)
    const answer = await logIn(key)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ username: 'Ada', email: person.email })
    expect((await send({ cookie: cookieOf(answer) }, 'GET', '/api/user')).status).toBe(200)
    expect((await send(person, 'GET', path)).body[0].lastUsedAt).toBe(now.toISOString())
  })

  it('is two factors in one: no code is required', async () => {
    const person = await signUp(world, 'Both')
    const key = softwarePasskey()
    await add(person, key)
    const { body } = await send(person, 'POST', '/api/user/second-factor', { password: goodPassword })
    await send(person, 'POST', '/api/user/second-factor/confirm', { code: shownCode(body.secret, now) })
    expect((await logIn(key)).status).toBe(200)
  })

  it('answers a challenge once, within five minutes', async () => {
    const person = await signUp(world, 'Replayed')
    const key = softwarePasskey()
    await add(person, key)
    const signed = key.get(await ask())
    const answers = await Promise.all(Array.from({ length: 4 }, () => post('/api/login/passkey', signed)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
    const late = key.get(await ask())
    now = new Date(now.getTime() + challengeMs)
    expect((await post('/api/login/passkey', late)).body.code).toBe('invalid_credentials')
  })

  it('refuses a challenge that was meant for adding one', async () => {
    const person = await signUp(world, 'Mixer')
    const key = softwarePasskey()
    await add(person, key)
    expect((await post('/api/login/passkey', key.get(await offer(person)))).status).toBe(401)
  })

  it('refuses a forged signature, a changed byte, and a copy with an older counter', async () => {
    const person = await signUp(world, 'Forged')
    const key = softwarePasskey()
    await add(person, key)
    const { id, rawId } = key.get(await ask())
    const forger = softwarePasskey()
    forger.create({ challenge: '', user: { id: Buffer.from(person.id).toString('base64url') } })
    const forged = { ...forger.get(await ask()), id, rawId }
    expect((await post('/api/login/passkey', forged)).status).toBe(401)
    const changed = key.get(await ask())
    changed.response.signature = `${changed.response.signature.slice(0, -4)}AAAA`
    expect((await post('/api/login/passkey', changed)).status).toBe(401)
    expect((await logIn(key)).status).toBe(200)
    key.forgetCount()
    expect((await logIn(key)).status).toBe(401)
  })

  it('refuses what no browser sends: no challenge, or a user handle that is no id', async () => {
    const person = await signUp(world, 'Garbled')
    const key = softwarePasskey()
    await add(person, key)
    const b64 = (text: string) => Buffer.from(text).toString('base64url')
    const changes = [
      ...['not JSON', 'null', '{}', '{"challenge":5}'].map((text) => ({ clientDataJSON: b64(text) })),
      ...['', 'Garbled', `x${person.id}`, `${person.id}x`].map((text) => ({ userHandle: b64(text) })),
    ]
    for (const change of changes) {
      const signed = key.get(await ask())
      Object.assign(signed.response, change)
      expect([change, (await post('/api/login/passkey', signed)).status]).toEqual([change, 401])
    }
  })

  it('refuses one that was removed, that nobody added, or whose owner is banned', async () => {
    const person = await signUp(world, 'Remover')
    const [remaining, removed] = [softwarePasskey(), softwarePasskey()]
    await add(person, remaining)
    const { body } = await add(person, removed)
    const remove = (password: string, as: Person = person) => send(as, 'DELETE', `${path}/${body.id}`, { password })
    expect((await remove('not the one')).status).toBe(403)
    expect((await remove(goodPassword, await signUp(world, 'Thief'))).status).toBe(204)
    expect((await logIn(removed)).status).toBe(200)
    expect((await remove(goodPassword)).status).toBe(204)
    expect((await remove(goodPassword)).status).toBe(204)
    expect((await logIn(removed)).status).toBe(401)
    const { items } = await listActs(world.db, { action: 'account.passkey-remove' }, { limit: 10 })
    expect(items.map(({ actor, details }) => [actor.id, details])).toEqual([[person.id, { passkey: body.id }]])
    expect((await logIn(softwarePasskey())).status).toBe(401)
    await world.db.updateTable('users').set({ banned: true }).where('id', '=', person.id).execute()
    expect((await logIn(remaining)).status).toBe(403)
  })
})
