import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { inTransaction } from '#server/platform/db.ts'
import { shownCode } from '#test/authenticator.ts'
import { fakeOauthProvider } from '#test/fakes/oauth-provider.ts'
import { cookieOf, goodPassword, type Person, signUp } from '#test/sign-up.ts'
import { createWorld, type World } from '#test/world.ts'
import { oauthFlowMs, type Provider, providers } from '../rules.ts'
import { insertConnection } from './connect-account.ts'

let world: World
let there: Awaited<ReturnType<typeof fakeOauthProvider>>
let now = new Date('2026-11-20T12:00:00Z')
let id = 100
beforeAll(async () => {
  there = await fakeOauthProvider()
  const oauth = { keys: { github: there.keys, google: there.keys }, testUrl: there.url }
  world = await createWorld({ now: () => now, site: { oauth, sendsEmail: true } })
})
afterAll(async () => {
  await world.close()
  await there.close()
})
beforeEach(() => {
  there.state.fail = undefined
  there.state.audience = undefined
})

/** A user of the provider who has no account here yet. */
const newcomer = (name: string, email: string | null = `${name}@example.test`.replaceAll(' ', '.')) => {
  there.state.person = { id: ++id, name, email }
}
const send = (method: string, path: string, json?: unknown, cookie = '') =>
  world.request(path, { method, json, headers: { cookie } })
const start = (provider: Provider, cookie = '', password?: string) =>
  send('POST', `/api/connections/${provider}`, { password }, cookie)

/** Goes to the provider and comes back, as one browser with these cookies. */
async function goThroughProvider(
  provider: Provider,
  { cookie = '', password }: { cookie?: string; password?: string } = {},
) {
  const left = await start(provider, cookie, password)
  if (left.status !== 200) return left
  const { code, state } = await there.visit(left.body.url)
  return send('POST', `/api/connections/${provider}/return`, { code, state }, `${cookie}; ${cookieOf(left)}`)
}

/** A signed-in user with a confirmed address. */
async function confirmed(name: string): Promise<Person> {
  const person = await signUp(world, name)
  await world.db.updateTable('users').set({ emailVerified: true }).where('id', '=', person.id).execute()
  return person
}
const sessionIn = (answer: { headers: Headers }) =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('session='))
    ?.split(';')[0]

describe.each(providers)('signing in with %s', (provider) => {
  it('creates an account with a confirmed address and no password, and signs in to it the next time', async () => {
    newcomer(`new at ${provider}`)
    const first = await goThroughProvider(provider)
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ username: `new-at-${provider}`, emailVerified: true })
    const again = await goThroughProvider(provider)
    expect(again.body.id).toBe(first.body.id)
    expect((await send('GET', '/api/user', undefined, sessionIn(again))).body.id).toBe(first.body.id)
    const wrong = { username: first.body.username, password: goodPassword }
    expect((await send('POST', '/api/login', wrong)).body.code).toBe('invalid_credentials')
  })

  it('never takes over an account with the same address', async () => {
    const person = await confirmed(`Victim-${provider}`)
    newcomer('thief', person.email)
    const { status, body, headers } = await goThroughProvider(provider)
    expect([status, body.code]).toEqual([409, 'email_taken'])
    expect(headers.getSetCookie().join()).not.toContain('session=')
    expect((await send('GET', '/api/user/connections', undefined, person.cookie)).body).toEqual([])
  })

  it('accepts no address that the provider has not confirmed', async () => {
    newcomer('unsure', null)
    expect((await goThroughProvider(provider)).status).toBe(403)
  })

  it('reports that the provider is unavailable or refuses', async () => {
    newcomer('unlucky')
    there.state.fail = 500
    const away = await goThroughProvider(provider)
    expect([away.status, away.body.code, away.headers.get('retry-after')]).toEqual([503, 'provider_unavailable', '60'])
    there.state.fail = 400
    expect((await goThroughProvider(provider)).body.code).toBe('invalid_credentials')
  })
})

it('an identity that Google issued for another site is refused', async () => {
  newcomer('elsewhere')
  there.state.audience = 'another-client'
  expect((await goThroughProvider('google')).body.code).toBe('invalid_credentials')
})

describe('the return from a provider', () => {
  it('needs the browser, provider and state of the start, within ten minutes', async () => {
    newcomer('strict')
    const left = await start('github')
    const { code, state } = await there.visit(left.body.url)
    const back = (json: object, cookie = cookieOf(left), provider = 'github') =>
      send('POST', `/api/connections/${provider}/return`, { code, state, ...json }, cookie)
    const [name, value = ''] = cookieOf(left).split('=')
    const refused = [
      await back({}, ''),
      await back({ state: 'x'.repeat(state.length) }),
      await back({}, cookieOf(left), 'google'),
      await back({}, `${name}=${value.slice(0, -3)}AAA`),
    ]
    for (const { status, body } of refused) expect([status, Object.keys(body.fields)]).toEqual([400, ['state']])
    now = new Date(now.getTime() + oauthFlowMs)
    expect((await back({})).status).toBe(400)
    now = new Date(now.getTime() - oauthFlowMs)
    expect((await back({})).status).toBe(200)
    expect((await back({})).body.code).toBe('invalid_credentials')
  })

  it('uses a verifier that was never sent, so an intercepted code is useless', async () => {
    newcomer('caught')
    const [victim, attacker] = [await start('github'), await start('github')]
    const { code } = await there.visit(victim.body.url)
    const { state } = await there.visit(attacker.body.url)
    const answer = await send('POST', '/api/connections/github/return', { code, state }, cookieOf(attacker))
    expect(answer.body.code).toBe('invalid_credentials')
  })
})

describe('connecting', () => {
  it('twice at the same moment adds one connection, and another account there is refused', async () => {
    const userId = await world.addUser('Presser')
    const insert = (subject: string) =>
      inTransaction(world.db, (tx) =>
        insertConnection(tx, userId, 'github', { subject, name: subject, email: null }, now),
      )
    const holder = await world.db.startTransaction().execute()
    await insertConnection(holder, userId, 'github', { subject: 'same', name: 'same', email: null }, now)
    const waiting = [insert('same'), insert('other')]
    await expect.poll(() => world.countLockWaits()).toBe(2)
    await holder.commit().execute()
    const [same, other] = await Promise.allSettled(waiting)
    expect(same).toMatchObject({ value: false })
    expect(other).toMatchObject({
      reason: { message: 'You are already connected to another GitHub account. Remove it first.' },
    })
  })

  it('needs the password and a confirmed address, emails the owner, and signs in from then on', async () => {
    const person = await signUp(world, 'Connector')
    newcomer('connector-there', 'elsewhere@example.test')
    const way = { cookie: person.cookie, password: goodPassword }
    expect((await goThroughProvider('github', way)).body.error).toMatch(/^Confirm your email address first/)
    await world.db.updateTable('users').set({ emailVerified: true }).where('id', '=', person.id).execute()
    expect((await goThroughProvider('github', { ...way, password: 'not the one' })).status).toBe(403)
    const connected = await goThroughProvider('github', way)
    expect([connected.status, connected.body.id, sessionIn(connected)]).toEqual([200, person.id, undefined])
    expect((await goThroughProvider('github', way)).status).toBe(200)
    const list = await send('GET', '/api/user/connections', undefined, person.cookie)
    expect(list.body).toEqual([{ provider: 'github', name: 'connector-there', createdAt: now.toISOString() }])
    await world.runJobs()
    const emails = world.outbox().filter(({ to }) => to === person.email)
    expect(emails.map(({ subject }) => subject)).toContain('GitHub was connected to Promptarium')
    expect((await goThroughProvider('github')).body.id).toBe(person.id)
  })

  it('connects an account there with only one account here', async () => {
    const [first, second] = [await confirmed('First'), await confirmed('Second')]
    newcomer('shared')
    expect((await goThroughProvider('google', { cookie: first.cookie, password: goodPassword })).status).toBe(200)
    const refused = await goThroughProvider('google', { cookie: second.cookie, password: goodPassword })
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'This Google account is already connected to another account here.',
    ])
    newcomer('another')
    expect((await goThroughProvider('google', { cookie: first.cookie, password: goodPassword })).status).toBe(409)
  })

  it('fails in another session: nobody else’s account is connected', async () => {
    const [beginner, other] = [await confirmed('Beginner'), await confirmed('OtherOne')]
    newcomer('mix')
    for (const cookie of [other.cookie, '']) {
      const left = await start('github', beginner.cookie, goodPassword)
      const { code, state } = await there.visit(left.body.url)
      const cookies = `${cookie}; ${cookieOf(left)}`
      const answer = await send('POST', '/api/connections/github/return', { code, state }, cookies)
      expect([answer.status, sessionIn(answer)]).toEqual([403, undefined])
    }
    expect((await send('GET', '/api/user/connections', undefined, other.cookie)).body).toEqual([])
  })

  it('is undone with the password', async () => {
    const person = await confirmed('Ender')
    newcomer('ender-there')
    await goThroughProvider('github', { cookie: person.cookie, password: goodPassword })
    const remove = (password: string) => send('DELETE', '/api/user/connections/github', { password }, person.cookie)
    expect((await remove('not the one')).status).toBe(403)
    expect((await remove(goodPassword)).status).toBe(204)
    expect((await remove(goodPassword)).status).toBe(204)
    expect((await goThroughProvider('github')).body.id).not.toBe(person.id)
  })
})

it('a second factor is required here too', async () => {
  const person = await confirmed('Twice')
  newcomer('twice-there')
  await goThroughProvider('github', { cookie: person.cookie, password: goodPassword })
  const setUp = await send('POST', '/api/user/second-factor', { password: goodPassword }, person.cookie)
  const { secret } = setUp.body
  await send('POST', '/api/user/second-factor/confirm', { code: shownCode(secret, now) }, person.cookie)
  const { status, body } = await goThroughProvider('github')
  expect([status, body.code]).toEqual([401, 'second_factor_required'])
  now = new Date(now.getTime() + 30_000)
  const code = { ticket: body.ticket, code: shownCode(secret, now) }
  expect((await send('POST', '/api/login/second-factor', code)).body.id).toBe(person.id)
})

it('usernames come from names there, and reserved, taken or empty ones get a random suffix', async () => {
  const names: string[] = []
  for (const name of ['Zoë Ångström', 'Zoë Ångström', 'newest', '日本', 'a-name-that-is-longer-than-thirty-letters']) {
    newcomer(name, `someone-${names.length}@example.test`)
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

it('the tenth name without Latin letters needs no more statements than the first', async () => {
  let statements = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const oauth = { keys: { github: there.keys }, testUrl: there.url }
  const app = createApp({ ...world, db: world.db.withPlugin(counter), oauth })
  const costs: number[] = []
  for (let nth = 0; nth < 10; nth++) {
    newcomer('日本', `nihon-${nth}@example.test`)
    const left = await start('github')
    const { code, state } = await there.visit(left.body.url)
    statements = 0
    const headers = { 'content-type': 'application/json', cookie: cookieOf(left) }
    const body = JSON.stringify({ code, state })
    const { status } = await app.request('/api/connections/github/return', { method: 'POST', headers, body })
    expect(status).toBe(200)
    costs.push(statements)
  }
  expect(costs[9]).toBeLessThanOrEqual(costs[0] as number)
})

it('twenty users with the same name at once get twenty accounts', async () => {
  const left = await Promise.all(Array.from({ length: 20 }, () => start('github')))
  const visits = []
  for (const [at, { body }] of left.entries()) {
    newcomer('crowd', `crowd-${at}@example.test`)
    visits.push(await there.visit(body.url))
  }
  const answers = await Promise.all(
    visits.map(({ code, state }, at) =>
      send('POST', '/api/connections/github/return', { code, state }, cookieOf(left[at] as (typeof left)[number])),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(new Set(answers.map(({ body }) => body.username)).size).toBe(20)
})

it('a provider that is not configured is not found', async () => {
  const bare = await createWorld()
  try {
    const answer = await bare.request('/api/connections/github', { method: 'POST', json: {} })
    expect(answer.status).toBe(404)
  } finally {
    await bare.close()
  }
})
