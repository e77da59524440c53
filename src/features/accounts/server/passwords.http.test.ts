import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goodPassword, type Person, signIn, signUp } from '#test/sign-up.ts'
import { storedText } from '#test/stored-text.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { resetLinkMs, verifyLinkMs } from '../rules.ts'

let testSite: TestSite
let now = new Date('2026-11-20T09:00:00Z')

beforeAll(async () => {
  testSite = await createTestSite({ now: () => now })
})
afterAll(() => testSite.close())

const newPassword = 'seven calm herons'
const post = (path: string, json?: unknown, cookie = '') =>
  testSite.request(path, { method: 'POST', json, headers: { cookie } })
const isSignedIn = async (cookie: string) =>
  (await testSite.request('/api/user', { headers: { cookie } })).status === 200
const loginStatus = async (person: Person, password: string) =>
  (await post('/api/login', { username: person.username, password })).status

/** Returns the token in the newest email to this address. */
async function tokenTo(email: string): Promise<string> {
  await testSite.runJobs()
  const emails = (await testSite.outbox()).filter((message) => message.to === email && message.text.includes('token='))
  const [, token] = /token=([\w-]+)/.exec(emails.at(-1)?.text ?? '') ?? []
  if (!token) throw new Error(`No email to ${email} has a link.`)
  return token
}

async function requestReset(person: Person): Promise<string> {
  expect((await post('/api/password/forgot', { email: person.email })).status).toBe(202)
  return tokenTo(person.email)
}

describe('resetting a forgotten password', () => {
  it('works with an emailed link, ends all sessions and emails the owner', async () => {
    const person = await signUp(testSite, 'Forgetful')
    const otherCookie = await signIn(testSite, person)
    const token = await requestReset(person)
    expect((await post('/api/password/reset', { token, password: newPassword })).status).toBe(204)
    expect([await isSignedIn(person.cookie), await isSignedIn(otherCookie)]).toEqual([false, false])
    expect([await loginStatus(person, goodPassword), await loginStatus(person, newPassword)]).toEqual([401, 200])
    await testSite.runJobs()
    expect((await testSite.outbox()).at(-1)).toMatchObject({
      to: person.email,
      subject: 'Your password for Promptarium was changed',
    })
  })

  it('signs the browser out, even if another account was signed in there', async () => {
    const other = await signUp(testSite, 'Neighbor')
    const otherBrowserCookie = await signIn(testSite, other)
    const token = await requestReset(await signUp(testSite, 'Careless'))
    const { status, headers } = await post('/api/password/reset', { token, password: newPassword }, other.cookie)
    expect([status, headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')])
    expect([await isSignedIn(other.cookie), await isSignedIn(otherBrowserCookie)]).toEqual([false, true])
  })

  it('sends links that work only once', async () => {
    const person = await signUp(testSite, 'Once')
    const token = await requestReset(person)
    expect((await post('/api/password/reset', { token, password: newPassword })).status).toBe(204)
    const secondUse = await post('/api/password/reset', { token, password: 'another good one' })
    expect([secondUse.status, secondUse.body.fields]).toEqual([
      400,
      { token: 'This link was already used or has expired. Request a new one.' },
    ])
    expect(await loginStatus(person, newPassword)).toBe(200)
  })

  it('sends links that work only once, even for many concurrent requests', async () => {
    const person = await signUp(testSite, 'Racer')
    const token = await requestReset(person)
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, i) => post('/api/password/reset', { token, password: `${newPassword} ${i}` })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 7 }, () => 400)])
  })

  it('sends links that expire after 30 minutes', async () => {
    const start = now
    const person = await signUp(testSite, 'Late')
    const token = await requestReset(person)
    now = new Date(start.getTime() + resetLinkMs)
    expect((await post('/api/password/reset', { token, password: newPassword })).status).toBe(400)
    now = new Date(start.getTime() + resetLinkMs - 1)
    expect((await post('/api/password/reset', { token, password: newPassword })).status).toBe(204)
    now = start
  })

  it('keeps the link if the new password is refused, and deletes all links when a password is accepted', async () => {
    const person = await signUp(testSite, 'Picky')
    const firstToken = await requestReset(person)
    const secondToken = await requestReset(person)
    const refusal = await post('/api/password/reset', { token: secondToken, password: 'password1' })
    expect(refusal.body.fields).toEqual({ password: 'This password is too common. Choose another.' })
    expect((await post('/api/password/reset', { token: secondToken, password: newPassword })).status).toBe(204)
    expect((await post('/api/password/reset', { token: firstToken, password: newPassword })).status).toBe(400)
  })

  it('gives the same response for an address without an account, and sends no email', async () => {
    const { status, body } = await post('/api/password/forgot', { email: 'nobody@example.test' })
    expect([status, body]).toEqual([202, undefined])
    await testSite.runJobs()
    expect((await testSite.outbox()).filter(({ to }) => to === 'nobody@example.test')).toEqual([])
  })

  it('refuses a link made for another purpose', async () => {
    const person = await signUp(testSite, 'Mixer')
    const token = await tokenTo(person.email)
    expect((await post('/api/password/reset', { token, password: newPassword })).status).toBe(400)
    expect((await post('/api/email/verify', { token }, person.cookie)).status).toBe(204)
  })

  it('stores links only as hashes', async () => {
    const person = await signUp(testSite, 'Hashed')
    const token = await requestReset(person)
    const rows = await testSite.db.selectFrom('accountTokens').selectAll().execute()
    // The first 22 characters of a token are the user's id.
    expect(storedText(rows)).not.toContain(token.slice(22))
  })
})

describe('changing the password', () => {
  it('returns 403, not 401, for a wrong current password', async () => {
    const person = await signUp(testSite, 'Changer')
    const wrong = await post('/api/password/change', { currentPassword: 'not it', newPassword }, person.cookie)
    expect([wrong.status, wrong.body.code]).toEqual([403, 'forbidden'])
    expect(await loginStatus(person, goodPassword)).toBe(200)
  })

  it('ends all sessions except the current one', async () => {
    const person = await signUp(testSite, 'Keeper')
    const otherCookie = await signIn(testSite, person)
    const change = { currentPassword: goodPassword, newPassword }
    expect((await post('/api/password/change', change, person.cookie)).status).toBe(204)
    expect([await isSignedIn(person.cookie), await isSignedIn(otherCookie)]).toEqual([true, false])
    expect([await loginStatus(person, goodPassword), await loginStatus(person, newPassword)]).toEqual([401, 200])
  })

  it('ends links to a new password that were sent before', async () => {
    const person = await signUp(testSite, 'Suspicious')
    const token = await requestReset(person)
    const change = { currentPassword: goodPassword, newPassword }
    expect((await post('/api/password/change', change, person.cookie)).status).toBe(204)
    expect((await post('/api/password/reset', { token, password: 'an old link 7' })).status).toBe(400)
    expect(await loginStatus(person, newPassword)).toBe(200)
  })

  it.each([
    ['short', 'Password must be at least 6 characters'],
    ['qwerty123', 'This password is too common. Choose another.'],
    ['fussy-one', 'The password must not be your username or email address. Choose another.'],
  ])('refuses “%s” as a new password', async (candidate, message) => {
    // In the second and third cases, the account exists already.
    const { cookie } = await signUp(testSite, 'fussy-one').catch(() => ({ cookie: '' }))
    const session = cookie || (await signIn(testSite, { username: 'fussy-one', password: goodPassword }))
    const change = { currentPassword: goodPassword, newPassword: candidate }
    const { status, body } = await post('/api/password/change', change, session)
    expect([status, body.fields]).toEqual([400, { newPassword: message }])
  })

  it('is for members only', async () => {
    const { status } = await post('/api/password/change', { currentPassword: goodPassword, newPassword })
    expect(status).toBe(401)
  })
})

describe('confirming the email address', () => {
  const isVerified = async ({ cookie }: Person) =>
    (await testSite.request('/api/user', { headers: { cookie } })).body.emailVerified

  it('works with the email that a registration sends', async () => {
    const person = await signUp(testSite, 'Confirmer')
    expect(await isVerified(person)).toBe(false)
    expect((await post('/api/email/verify', { token: await tokenTo(person.email) }, person.cookie)).status).toBe(204)
    expect(await isVerified(person)).toBe(true)
  })

  it('sends links that expire after a day, and a new one on request', async () => {
    const start = now
    const person = await signUp(testSite, 'Slow')
    const token = await tokenTo(person.email)
    now = new Date(start.getTime() + verifyLinkMs)
    expect((await post('/api/email/verify', { token }, person.cookie)).status).toBe(400)
    expect((await post('/api/email/verification', undefined, person.cookie)).status).toBe(202)
    expect((await post('/api/email/verify', { token: await tokenTo(person.email) }, person.cookie)).status).toBe(204)
    now = start
  })

  it('sends nothing more once the address is confirmed', async () => {
    const person = await signUp(testSite, 'Done')
    await post('/api/email/verify', { token: await tokenTo(person.email) }, person.cookie)
    const before = (await testSite.outbox()).length
    expect((await post('/api/email/verification', undefined, person.cookie)).status).toBe(202)
    await testSite.runJobs()
    expect((await testSite.outbox()).length).toBe(before)
  })
})
