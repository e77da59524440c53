import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPool } from '#platform/database/db.ts'
import { createApp } from '#server/app.ts'
import { storedText } from '#test/stored-text.ts'
import { createTestServices } from '#test/test-services.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { sessionIdleMs, sessionMaxMs, sessionRenewalMs } from '../rules.ts'

const counter = vi.hoisted(() => ({ verifications: 0 }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  const verify: typeof real.verify = (...args) => {
    counter.verifications++
    return real.verify(...args)
  }
  return { ...real, verify }
})

let testSite: TestSite
let now = new Date('2026-11-20T09:00:00Z')

beforeAll(async () => {
  testSite = await createTestSite({ now: () => now })
})
afterAll(() => testSite.close())

const password = 'four brave otters'
const person = (username: string) => ({ username, email: `${username}@example.test`, password })
const post = (path: string, json?: unknown, headers: Record<string, string> = {}) =>
  testSite.request(path, { method: 'POST', json, headers })
const register = (username: string) => post('/api/register', person(username))
const cookieOf = (response: { headers: Headers }) => (response.headers.get('set-cookie') ?? '').split(';')[0] as string
/** A session token begins with the user's id in this many characters. The id isn't secret. */
const userIdLength = 22
const readUser = (cookie: string) => testSite.request('/api/user', { headers: { cookie } })

describe('registering', () => {
  it('creates an account, signs in, and returns the user', async () => {
    const response = await register('Ada_Lovelace')
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({
      username: 'Ada_Lovelace',
      email: 'Ada_Lovelace@example.test',
      role: 'user',
      emailVerified: false,
    })
    expect((await readUser(cookieOf(response))).body).toEqual(response.body)
  })

  it('accepts a username only once, in any letter case', async () => {
    await register('Grace')
    const repeated = await post('/api/register', { ...person('GRACE'), email: 'other@example.test' })
    expect([repeated.status, repeated.body.code]).toEqual([409, 'username_taken'])
  })

  it('accepts an email address only once, in any letter case', async () => {
    await register('linus')
    const repeated = await post('/api/register', { ...person('linus2'), email: 'LINUS@example.test' })
    expect([repeated.status, repeated.body.code]).toEqual([409, 'email_taken'])
  })

  describe('refuses wrong input with a message for its field', () => {
    it.each([
      [{ username: 'ab' }, 'username', 'Username must be at least 3 characters'],
      [{ username: 'a b c' }, 'username', 'Use only letters, digits, _ and -.'],
      [{ username: 'Admin' }, 'username', 'This username is reserved. Choose another.'],
      [{ username: 'Deleted-User' }, 'username', 'This username is reserved. Choose another.'],
      [{ username: 'x'.repeat(31) }, 'username', 'Username must be at most 30 characters'],
      [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
      [{ password: 'short' }, 'password', 'Password must be at least 6 characters'],
      [{ password: 'x'.repeat(129) }, 'password', 'Password must be at most 128 characters'],
      [{ password: 'Password123' }, 'password', 'This password is too common. Choose another.'],
      [
        { password: 'newcomer' },
        'password',
        'The password must not be your username or email address. Choose another.',
      ],
    ])('such as %o', async (input, field, message) => {
      const { status, body } = await post('/api/register', { ...person('newcomer'), ...input })
      expect([status, body.code, body.fields]).toEqual([400, 'validation_failed', { [field]: message }])
    })
  })

  it('ignores a role, credits and an id in the body', async () => {
    const greedy = { ...person('greedy'), role: 'admin', credits: 1000, emailVerified: true, banned: false, id: 'mine' }
    const { body } = await post('/api/register', greedy)
    expect(body).toMatchObject({ username: 'greedy', role: 'user', credits: 30, emailVerified: false })
    expect(body.id).not.toBe('mine')
  })

  it('accepts a password of 128 characters in any script, and ignores neither spaces nor letter case', async () => {
    const long = ' Ünïcödé 密碼 '.padEnd(128, ' x')
    expect((await post('/api/register', { ...person('Polyglot'), password: long })).status).toBe(201)
    const loginStatus = async (attempt: string) =>
      (await post('/api/login', { username: 'Polyglot', password: attempt })).status
    expect([await loginStatus(long), await loginStatus(long.trim()), await loginStatus(long.toLowerCase())]).toEqual([
      200, 401, 401,
    ])
  })

  it('creates only one account from 50 simultaneous registrations of the same name', async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        post('/api/register', { ...person('SameName'), email: `h${i}@example.test` }),
      ),
    )
    const codes = responses.map(({ status, body }) => body.code ?? status).sort()
    expect(codes).toEqual([201, ...Array.from({ length: 49 }, () => 'username_taken')])
    const users = await testSite.db.selectFrom('users').select('id').where('username', '=', 'samename').execute()
    expect(users).toHaveLength(1)
  })
})

describe('signing in', () => {
  beforeAll(() => register('Hedy'))

  it.each(['Hedy', 'hedy', 'HEDY@example.test'])('works as %s', async (username) => {
    const { status, body } = await post('/api/login', { username, password })
    expect([status, body.username]).toEqual([200, 'Hedy'])
  })

  it('gives an unknown name the same response as a wrong password, after the same number of hash checks', async () => {
    const attempt = async (username: string) => {
      const before = counter.verifications
      const { status, body, headers } = await post('/api/login', { username, password: 'not the password' })
      const { requestId: _, ...error } = body
      return { status, error, cookie: headers.get('set-cookie'), verifications: counter.verifications - before }
    }
    const wrongPassword = await attempt('Hedy')
    expect(wrongPassword).toEqual({
      status: 401,
      error: { error: 'Invalid username or password.', code: 'invalid_credentials' },
      cookie: null,
      verifications: 1,
    })
    expect(await attempt('nobody-has-this')).toEqual(wrongPassword)
    expect(await attempt('nobody@example.test')).toEqual(wrongPassword)
    // These two accounts exist, but have no password: the site account, and the one that owns deleted members' prompts.
    expect(await attempt('promptarium')).toEqual(wrongPassword)
    expect(await attempt('deleted-user')).toEqual(wrongPassword)
  })

  it('refuses a username and a password that are too short, with a message for each field', async () => {
    const { status, body } = await post('/api/login', { username: 'He', password: 'short' })
    expect([status, body.fields]).toEqual([
      400,
      { username: 'Username must be at least 3 characters', password: 'Password must be at least 6 characters' },
    ])
  })

  it('tells users that they are banned, but only with the right password', async () => {
    await register('Mallory')
    await testSite.db.updateTable('users').set({ banned: true }).where('username', '=', 'mallory').execute()
    expect((await post('/api/login', { username: 'Mallory', password })).status).toBe(403)
    expect((await post('/api/login', { username: 'Mallory', password: 'wrong one' })).status).toBe(401)
  })

  it('starts a new session each time and ends the browser’s previous one', async () => {
    const first = cookieOf(await post('/api/login', { username: 'Hedy', password }))
    const second = cookieOf(await post('/api/login', { username: 'Hedy', password }, { cookie: first }))
    expect(second).not.toBe(first)
    expect((await readUser(first)).status).toBe(401)
    expect((await readUser(second)).status).toBe(200)
  })

  it('never uses a token from the request for the new session', async () => {
    const plantedCookie = `session=${'A'.repeat(65)}`
    const response = await post('/api/login', { username: 'Hedy', password }, { cookie: plantedCookie })
    expect(cookieOf(response)).not.toBe(plantedCookie)
    expect((await readUser(plantedCookie)).status).toBe(401)
  })

  it('replaces an outdated hash', async () => {
    const { hash } = await import('@node-rs/argon2')
    const weak = await hash(password, { memoryCost: 4096, timeCost: 1, parallelism: 1 })
    const { body } = await register('Rehash')
    await testSite.db.updateTable('passwords').set({ hash: weak }).where('userId', '=', body.id).execute()
    await post('/api/login', { username: 'Rehash', password })
    const row = await testSite.db
      .selectFrom('passwords')
      .select('hash')
      .where('userId', '=', body.id)
      .executeTakeFirstOrThrow()
    expect(row.hash).toContain('$m=19456,t=2,p=1$')
    expect((await post('/api/login', { username: 'Rehash', password })).status).toBe(200)
  })
})

describe('the session cookie', () => {
  it('is HttpOnly and SameSite=Lax, and lasts 30 days', async () => {
    const response = await register('Cookie')
    expect(response.headers.get('set-cookie')).toMatch(
      /^session=[A-Za-z0-9_-]{65}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    )
  })

  it('has a secret that is stored only as a hash', async () => {
    const token = cookieOf(await register('Hashed')).slice('session='.length)
    const rows = await testSite.db.selectFrom('sessions').selectAll().execute()
    const secret = token.slice(userIdLength)
    expect(storedText(rows)).not.toContain(secret)
  })

  it('is extended while it is used, at most once an hour, and ends after 30 idle days', async () => {
    const start = now
    const cookie = cookieOf(await register('Sliding'))
    now = new Date(start.getTime() + sessionRenewalMs - 1)
    expect((await readUser(cookie)).headers.get('set-cookie')).toBeNull()
    now = new Date(start.getTime() + sessionIdleMs - 1)
    expect((await readUser(cookie)).headers.get('set-cookie')).toContain(`${cookie}; Path=/; Max-Age=2592000;`)
    now = new Date(now.getTime() + sessionIdleMs - 1)
    expect((await readUser(cookie)).status).toBe(200)
    now = new Date(now.getTime() + sessionIdleMs)
    expect((await readUser(cookie)).status).toBe(401)
    now = start
  })

  it('ends after 90 days even if it is used', async () => {
    const start = now
    const cookie = cookieOf(await register('Restless'))
    for (let day = 10; day < 90; day += 10) {
      now = new Date(start.getTime() + day * 86_400_000)
      expect((await readUser(cookie)).status).toBe(200)
    }
    now = new Date(start.getTime() + sessionMaxMs - 1)
    expect((await readUser(cookie)).status).toBe(200)
    now = new Date(start.getTime() + sessionMaxMs)
    expect((await readUser(cookie)).status).toBe(401)
    now = start
  })

  it('of a banned user no longer works', async () => {
    const response = await register('Banned')
    await testSite.db.updateTable('users').set({ banned: true }).where('id', '=', response.body.id).execute()
    expect((await readUser(cookieOf(response))).status).toBe(401)
  })
})

describe('signing out', () => {
  it('ends the session and removes the cookie', async () => {
    const cookie = cookieOf(await register('Leaver'))
    const response = await post('/api/logout', undefined, { cookie })
    expect(response.status).toBe(204)
    expect(response.headers.get('set-cookie')).toBe('session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
    expect((await readUser(cookie)).status).toBe(401)
  })

  it('succeeds if nobody is signed in', async () => {
    expect((await post('/api/logout')).status).toBe(204)
  })
})

describe('GET /api/user', () => {
  it('returns 401 authentication_required to visitors', async () => {
    const { status, body } = await testSite.request('/api/user')
    expect([status, body.code]).toEqual([401, 'authentication_required'])
  })

  it.each(['session=', 'session=short', `session=${'x'.repeat(65)}`, `session=${'é'.repeat(65)}`, 'other=1'])(
    'finds no session in “%s”',
    async (cookie) => {
      expect((await readUser(encodeURI(cookie))).status).toBe(401)
    },
  )
})

describe('while the database can’t be reached', () => {
  it('logins and requests with a session get 503, so a member doesn’t appear signed out', async () => {
    const { db } = openPool({ connectionString: 'postgres://nobody@127.0.0.1:1/nowhere' }, () => undefined)
    const app = createApp({ ...createTestServices(db), db, sessionSecret: 'a secret of this site, long enough' })
    for (const path of ['/api/user', '/api/user/sessions']) {
      const response = await app.request(path, { headers: { cookie: `session=${'A'.repeat(65)}` } })
      expect([response.status, (await response.json()).code]).toEqual([503, 'overloaded'])
    }
    const login = {
      method: 'POST',
      body: JSON.stringify(person('Ada')),
      headers: { 'content-type': 'application/json' },
    }
    expect((await app.request('/api/login', login)).status).toBe(503)
    await db.destroy()
  })
})
