import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAuditEntries } from '#platform/audit.ts'
import { goodPassword, type Person, signUp } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { tokenLimits } from '../rules.ts'

const path = '/api/user/tokens'
const start = new Date('2026-11-20T12:00:00Z')
const dayMs = 86_400_000

let testSite: TestSite
let now = start
let peopleCount = 0
beforeAll(async () => {
  testSite = await createTestSite({ now: () => now })
})
afterAll(() => testSite.close())

const signUpSomeone = () => signUp(testSite, `Tokened${++peopleCount}`)
const asSession = ({ cookie }: Pick<Person, 'cookie'>, method: string, address: string, json?: unknown) =>
  testSite.request(address, { method, json, headers: { cookie } })
const createToken = async (person: Person, draft: object = {}) => {
  const { status, body } = await asSession(person, 'POST', path, { name: 'My script', scopes: ['read'], ...draft })
  expect(status).toBe(201)
  return body
}
const withToken = (token: string, address = '/api/user', init: { method?: string; json?: unknown } = {}) =>
  testSite.request(address, { ...init, headers: { authorization: `Bearer ${token}` } })
const unauthorized = { status: 401, body: expect.objectContaining({ code: 'authentication_required' }) }

describe('an API token', () => {
  it('is shown once, is listed without its secret, and its owner gets an email', async () => {
    const person = await signUpSomeone()
    const { token, ...apiToken } = await createToken(person, { scopes: ['run', 'read', 'read'] })
    expect(apiToken).toMatchObject({ name: 'My script', scopes: ['read', 'run'], dailyCredits: 30, lastUsedOn: null })
    expect(new Date(apiToken.expiresAt).getTime() - start.getTime()).toBe(tokenLimits.daysDefault * dayMs)
    expect((await asSession(person, 'GET', path)).body).toEqual([apiToken])
    await testSite.runJobs()
    const emails = testSite.outbox().filter(({ to, subject }) => to === person.email && subject.includes('API token'))
    expect(emails.map(({ text }) => text)).toEqual([expect.stringContaining('My script')])
    expect(emails[0]?.text).not.toContain(token)
  })

  it.each(['Mine\n\nYour account is closed', 'a\u202Eb', 'a\u200Bb', 'x\u2028x'])('can’t be named %j', async (name) => {
    const response = await asSession(await signUpSomeone(), 'POST', path, { name, scopes: ['read'] })
    expect([response.status, response.body.code]).toEqual([400, 'validation_failed'])
  })

  it('acts as its owner, and works only in the Authorization header', async () => {
    const person = await signUpSomeone()
    const { token } = await createToken(person)
    expect((await withToken(token)).body).toMatchObject({ id: person.id })
    for (const query of [`token=${token}`, `access_token=${token}`, `authorization=Bearer ${token}`])
      expect(await testSite.request(`/api/user?${query}`)).toMatchObject(unauthorized)
    expect(await testSite.request('/api/user', { headers: { cookie: `session=${token}` } })).toMatchObject(unauthorized)
    expect(await testSite.request('/api/user', { headers: { authorization: `Basic ${token}` } })).toMatchObject(
      unauthorized,
    )
  })

  it('is refused if it is wrong, even with a valid session and for public endpoints', async () => {
    const person = await signUpSomeone()
    const headers = { cookie: person.cookie, authorization: 'Bearer ptm_nothing' }
    for (const address of ['/api/user', '/api/prompts', '/api/home']) {
      const response = await testSite.request(address, { headers })
      expect(response).toMatchObject(unauthorized)
      expect(response.headers.get('www-authenticate')).toContain('invalid_token')
    }
  })

  it.each(['Bearer', 'Bearer ', 'bearer\tptm_x', 'BEARER x y'])(
    'is refused in the header %j, even with a valid session',
    async (authorization) => {
      const { cookie } = await signUpSomeone()
      expect(await testSite.request('/api/user', { headers: { cookie, authorization } })).toMatchObject(unauthorized)
    },
  )

  it('is stored only as a hash', async () => {
    const { token } = await createToken(await signUpSomeone())
    const { rows } = await sql<{ row: string }>`select t::text as row from api_tokens t`.execute(testSite.db)
    // The random part is 43 characters, after the prefix (4) and the user's id (22).
    const secret = token.slice(26, 69)
    expect(rows.some(({ row }) => row.includes(secret))).toBe(false)
    expect(rows.length).toBeGreaterThan(0)
  })

  it('works until it is revoked, and then stops working immediately', async () => {
    const person = await signUpSomeone()
    const { token, id } = await createToken(person)
    expect((await withToken(token)).status).toBe(200)
    for (const _ of [1, 2]) expect((await asSession(person, 'DELETE', `${path}/${id}`)).status).toBe(204)
    expect(await withToken(token)).toMatchObject(unauthorized)
  })

  it('can’t be revoked by another member', async () => {
    const { token, id } = await createToken(await signUpSomeone())
    expect((await asSession(await signUpSomeone(), 'DELETE', `${path}/${id}`)).status).toBe(204)
    expect((await withToken(token)).status).toBe(200)
  })

  it('expires', async () => {
    const person = await signUpSomeone()
    const { token } = await createToken(person, { expiresInDays: 7 })
    now = new Date(start.getTime() + 7 * dayMs - 1)
    expect((await withToken(token)).status).toBe(200)
    now = new Date(start.getTime() + 7 * dayMs)
    expect(await withToken(token)).toMatchObject(unauthorized)
    expect((await asSession(person, 'GET', path)).body).toEqual([])
    now = start
  })

  it('is listed with the day of its last use', async () => {
    const person = await signUpSomeone()
    const { token } = await createToken(person)
    await withToken(token)
    now = new Date(start.getTime() + dayMs)
    await withToken(token)
    now = start
    expect((await asSession(person, 'GET', path)).body[0].lastUsedOn).toBe('2026-11-21')
  })

  it('of an admin has no more rights than any member’s token', async () => {
    const person = await signUpSomeone()
    const { token } = await createToken(person, { scopes: ['read', 'write', 'run'] })
    await testSite.db.updateTable('users').set({ role: 'admin' }).where('id', '=', person.id).execute()
    expect((await asSession(person, 'GET', '/api/admin/overview')).status).toBe(200)
    expect((await withToken(token, '/api/admin/overview')).body.code).toBe('forbidden')
    const draft = await testSite.addPrompt({ status: 'draft' })
    expect((await asSession(person, 'GET', `/api/prompts/${draft.id}`)).status).toBe(200)
    expect((await withToken(token, `/api/prompts/${draft.id}`)).status).toBe(404)
  })

  it('shows its owner’s drafts with the scope read, but not without it', async () => {
    const person = await signUpSomeone()
    const draft = await testSite.addPrompt({ status: 'draft', userId: person.id })
    const [reader, writer] = [await createToken(person), await createToken(person, { scopes: ['write'] })]
    expect((await withToken(reader.token, `/api/prompts/${draft.id}`)).status).toBe(200)
    expect((await withToken(writer.token, `/api/prompts/${draft.id}`)).status).toBe(404)
  })
})

describe('creating a token', () => {
  it('needs the password once the login is older than 12 hours', async () => {
    const person = await signUpSomeone()
    now = new Date(start.getTime() + 13 * 3_600_000)
    const draft = { name: 'Late', scopes: ['read'] }
    // Signing in again is enough, and the only way for accounts without a password.
    const text = 'You signed in more than 12 hours ago. Enter your password, or sign in again.'
    expect((await asSession(person, 'POST', path, draft)).body.fields).toEqual({ password: text })
    const wrong = await asSession(person, 'POST', path, { ...draft, password: 'another one' })
    expect([wrong.status, wrong.body.fields]).toEqual([403, { password: expect.stringContaining('not your password') }])
    expect((await asSession(person, 'POST', path, { ...draft, password: goodPassword })).status).toBe(201)
    now = start
  })

  it.each([
    ['no scope', { scopes: [] }],
    ['an unknown scope', { scopes: ['admin'] }],
    ['no name', { name: '  ' }],
    ['a long name', { name: 'x'.repeat(61) }],
    ['no expiration', { expiresInDays: null }],
    ['a lifetime of more than a year', { expiresInDays: 366 }],
    ['a fraction of a credit', { dailyCredits: 1.5 }],
    ['negative credits', { dailyCredits: -1 }],
  ])('with %s is refused', async (_, draft) => {
    const response = await asSession(await signUpSomeone(), 'POST', path, { name: 'x', scopes: ['read'], ...draft })
    expect([response.status, response.body.code]).toEqual([400, 'validation_failed'])
  })

  it('is limited to 20 tokens per member, even with concurrent requests', async () => {
    const person = await signUpSomeone()
    const tries = Array.from({ length: 24 }, (_, i) =>
      asSession(person, 'POST', path, { name: `Token ${i}`, scopes: ['read'] }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(tokenLimits.perMember).fill(201), ...Array(4).fill(409)])
    // Expired tokens don't count, even before a job removes them.
    await sql`update api_tokens set expires_at = ${start} where user_id = ${person.id}`.execute(testSite.db)
    await createToken(person)
  })
})

describe('all tokens of a member stop working', () => {
  it('when the member is banned, and stay revoked when the ban is lifted', async () => {
    const [admin, person] = [await testSite.addUser(`Root${++peopleCount}`, 'admin'), await signUpSomeone()]
    const { token } = await createToken(person)
    const ban = (banned: boolean) =>
      testSite.request(`/api/admin/users/${person.id}`, { as: admin, method: 'PATCH', json: { banned } })
    expect((await ban(true)).status).toBe(200)
    expect(await withToken(token)).toMatchObject(unauthorized)
    await ban(false)
    expect(await withToken(token)).toMatchObject(unauthorized)
  })

  it('when the password is reset by email, and the confirmation lists them', async () => {
    const person = await signUpSomeone()
    const { token } = await createToken(person)
    await testSite.request('/api/password/forgot', { method: 'POST', json: { email: person.email } })
    while ((await testSite.runJobs()) > 0);
    const link = testSite
      .outbox()
      .findLast(({ to, text }) => to === person.email && text.includes('/auth/reset?token='))
    const resetToken = /reset\?token=(\S+)/.exec(link?.text ?? '')?.[1]
    const json = { token: resetToken, password: 'seven calm badgers' }
    expect((await testSite.request('/api/password/reset', { method: 'POST', json })).status).toBe(204)
    expect(await withToken(token)).toMatchObject(unauthorized)
    await testSite.runJobs()
    expect(testSite.outbox().findLast(({ to }) => to === person.email)?.text).toContain('the API token “My script”')
  })

  it('when the account is deleted', async () => {
    const person = await signUpSomeone()
    const { token } = await createToken(person)
    await asSession(person, 'DELETE', '/api/user', { password: goodPassword })
    expect(await withToken(token)).toMatchObject(unauthorized)
  })
})

describe('admins', () => {
  it('see and revoke a member’s tokens, unlike moderators; the audit log has only ids', async () => {
    const [admin, moderator] = [
      await testSite.addUser(`Root${++peopleCount}`, 'admin'),
      await testSite.addUser(`Mod${peopleCount}`, 'moderator'),
    ]
    const person = await signUpSomeone()
    const { token, id } = await createToken(person, { name: 'Secret plan' })
    const address = `/api/admin/users/${person.id}/tokens`
    expect((await testSite.request(address, { as: moderator })).status).toBe(403)
    const { body } = await testSite.request(address, { as: admin })
    expect(body).toMatchObject([{ id, name: 'Secret plan' }])
    expect(JSON.stringify(body)).not.toContain('ptm_')
    expect((await testSite.request(`${address}/${id}`, { as: moderator, method: 'DELETE' })).status).toBe(403)
    expect((await testSite.request(`${address}/${id}`, { as: admin, method: 'DELETE' })).status).toBe(204)
    expect(await withToken(token)).toMatchObject(unauthorized)
    const entries = await listAuditEntries(testSite.db, { target: { kind: 'user', id: person.id } }, { limit: 10 })
    const tokenEntries = entries.items.filter(({ action }) => action.includes('token'))
    expect(tokenEntries.map(({ action, actor, details }) => [action, actor.id, details])).toEqual([
      ['account.token-revoke', admin, { token: id }],
      ['account.token-create', person.id, { token: id }],
    ])
  })
})

it('a member can create at most 40 tokens an hour', async () => {
  const limited = await createTestSite({ limits: true })
  const as = await limited.addUser('Busy')
  const json = { name: 'Again', scopes: ['read'] }
  for (let count = 0; count < 40; count++) {
    const { status, body } = await limited.request(path, { method: 'POST', as, json })
    expect(status).toBe(201)
    await limited.request(`${path}/${body.id}`, { method: 'DELETE', as })
  }
  const refusal = { status: 429, body: { code: 'rate_limited' } }
  expect(await limited.request(path, { method: 'POST', as, json })).toMatchObject(refusal)
  expect((await limited.request(path, { as })).body).toEqual([])
  await limited.close()
})
