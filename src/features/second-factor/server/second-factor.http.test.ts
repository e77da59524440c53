// This file is longer than most, because the tests of a second factor, from set-up to switch-off, share one test site.

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listAuditEntries } from '#platform/audit.ts'
import { codeAtStep, decodeBase32 } from '#test/authenticator.ts'
import { cookieOf, goodPassword, type Person, signUp } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { factorMessages as messages, recoveryCodeCount, ticketMs } from '../rules.ts'
import { sealSecret } from './seal-secret.ts'

let testSite: TestSite
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  testSite = await createTestSite({ now: () => now })
})
afterAll(() => testSite.close())
// Each test begins in a new time step, whose code is unused.
beforeEach(() => advanceTime(10 * 60_000))

const advanceTime = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const path = '/api/user/second-factor'
const sendAs = (cookie: string, method: string, address: string, json?: unknown) =>
  testSite.request(address, { method, json, headers: { cookie } })
const logIn = ({ username }: Person, password = goodPassword) =>
  testSite.request('/api/login', { method: 'POST', json: { username, password } })
const sendCode = (ticket: string, code: string) =>
  testSite.request('/api/login/second-factor', { method: 'POST', json: { ticket, code } })
const currentCode = (secret: Buffer) => codeAtStep(secret, Math.floor(now.getTime() / 30_000))

/** Switches a user's second factor on, which uses up the code of the current step. */
async function switchOn(person: Person) {
  const { body } = await sendAs(person.cookie, 'POST', path, { password: goodPassword })
  const secret = decodeBase32(body.secret)
  const confirmation = await sendAs(person.cookie, 'POST', `${path}/confirm`, { code: currentCode(secret) })
  return { secret, recoveryCodes: confirmation.body.recoveryCodes as string[] }
}

/** Logs in with the correct password, and returns the ticket. */
async function ticketOf(person: Person): Promise<string> {
  const { body } = await logIn(person)
  return body.ticket
}

describe('setting up a second factor', () => {
  it('needs the password, returns the secret as text, URL and QR code, and changes nothing yet', async () => {
    const person = await signUp(testSite, 'Setter')
    expect((await sendAs(person.cookie, 'POST', path, { password: 'not the one' })).status).toBe(403)
    const { status, body } = await sendAs(person.cookie, 'POST', path, { password: goodPassword })
    expect(status).toBe(200)
    expect(body.address).toBe(
      `otpauth://totp/Promptarium:Setter?issuer=Promptarium&secret=${body.secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect(decodeBase32(body.secret)).toHaveLength(20)
    expect(body.qr.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/)
    expect((await sendAs(person.cookie, 'GET', path)).body).toEqual({
      enabled: false,
      recoveryCodesLeft: 0,
      setupRequired: false,
    })
    expect((await logIn(person)).status).toBe(200)
  })

  it('is completed by a first code, returns ten recovery codes, ends other sessions and emails the user', async () => {
    const person = await signUp(testSite, 'Switcher')
    const otherCookie = cookieOf(await logIn(person))
    const { recoveryCodes } = await switchOn(person)
    expect(new Set(recoveryCodes).size).toBe(recoveryCodeCount)
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/)
    expect((await sendAs(otherCookie, 'GET', '/api/user')).status).toBe(401)
    expect((await sendAs(person.cookie, 'GET', path)).body).toMatchObject({ enabled: true, recoveryCodesLeft: 10 })
    await testSite.runJobs()
    const email = testSite
      .outbox()
      .find(({ subject }) => subject === 'Two-step sign-in for Promptarium was switched on')
    // Somebody who didn't switch it on can't get to their settings any more.
    expect(email?.text).toMatch(/If it wasn’t you, choose a new password immediately.*\/auth\/forgot/)
    expect(email?.text).toMatch(/ask us to switch .*\/contact/)
    expect(email?.text).not.toContain('/settings')
  })

  it('refuses a code of a replaced secret', async () => {
    const person = await signUp(testSite, 'Fumbler')
    const first = await sendAs(person.cookie, 'POST', path, { password: goodPassword })
    await sendAs(person.cookie, 'POST', path, { password: goodPassword })
    const { status, body } = await sendAs(person.cookie, 'POST', `${path}/confirm`, {
      code: currentCode(decodeBase32(first.body.secret)),
    })
    expect(status).toBe(403)
    expect(body).toMatchObject({ code: 'forbidden', fields: { code: messages.codeWrong } })
    expect((await sendAs(person.cookie, 'GET', path)).body.enabled).toBe(false)
  })

  it('is refused while a second factor is on, and can’t be confirmed before it has started', async () => {
    const person = await signUp(testSite, 'Doubler')
    expect((await sendAs(person.cookie, 'POST', `${path}/confirm`, { code: '123456' })).status).toBe(409)
    const { secret } = await switchOn(person)
    expect((await sendAs(person.cookie, 'POST', path, { password: goodPassword })).status).toBe(409)
    advanceTime(30_000)
    expect((await sendAs(person.cookie, 'POST', `${path}/confirm`, { code: currentCode(secret) })).status).toBe(409)
  })

  it('succeeds only once if it is confirmed by several concurrent requests', async () => {
    const person = await signUp(testSite, 'Hasty')
    const { body } = await sendAs(person.cookie, 'POST', path, { password: goodPassword })
    const code = currentCode(decodeBase32(body.secret))
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => sendAs(person.cookie, 'POST', `${path}/confirm`, { code })),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await sendAs(person.cookie, 'GET', path)).body.recoveryCodesLeft).toBe(recoveryCodeCount)
  })

  it('stores neither the secret nor a recovery code in readable form', async () => {
    const person = await signUp(testSite, 'Hidden')
    const { secret, recoveryCodes } = await switchOn(person)
    const rows = [
      await testSite.db.selectFrom('authenticators').selectAll().where('userId', '=', person.id).execute(),
      await testSite.db.selectFrom('recoveryCodes').selectAll().where('userId', '=', person.id).execute(),
      await testSite.db.selectFrom('auditLog').selectAll().where('actorId', '=', person.id).execute(),
    ]
    const stored = JSON.stringify(rows, (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('hex') : value,
    )
    expect(stored).not.toContain(secret.toString('hex'))
    for (const code of recoveryCodes.map((recoveryCode) => recoveryCode.replaceAll('-', ''))) {
      expect(stored).not.toContain(code)
      expect(stored).not.toContain(Buffer.from(code).toString('hex'))
    }
  })
})

describe('signing in with a second factor', () => {
  it('needs more than the password to start a session', async () => {
    const person = await signUp(testSite, 'Careful')
    await switchOn(person)
    const { status, headers, body } = await logIn(person)
    expect(status).toBe(401)
    expect(body.code).toBe('second_factor_required')
    expect(headers.get('set-cookie')).toBeNull()
    expect((await logIn(person, 'not the one')).body).toMatchObject({ code: 'invalid_credentials' })
    expect((await logIn(person, 'not the one')).body.ticket).toBeUndefined()
  })

  it('begins again if the password was changed before the code was sent', async () => {
    const person = await signUp(testSite, 'Watchful')
    const { secret } = await switchOn(person)
    const ticket = await ticketOf(person)
    const change = { currentPassword: goodPassword, newPassword: 'another long password 7' }
    expect((await sendAs(person.cookie, 'POST', '/api/password/change', change)).status).toBe(204)
    advanceTime(30_000)
    expect((await sendCode(ticket, currentCode(secret))).status).toBe(400)
  })

  it('accepts the code of the authenticator, and returns the user', async () => {
    const person = await signUp(testSite, 'Ada')
    const { secret } = await switchOn(person)
    const ticket = await ticketOf(person)
    advanceTime(30_000)
    const response = await sendCode(ticket, currentCode(secret))
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({ username: 'Ada', email: person.email })
    expect((await sendAs(cookieOf(response), 'GET', '/api/user')).status).toBe(200)
  })

  it('accepts a code only once, even if several requests send it concurrently', async () => {
    const person = await signUp(testSite, 'Racer')
    const { secret } = await switchOn(person)
    // The code that confirmed the set-up is used up too.
    expect((await sendCode(await ticketOf(person), currentCode(secret))).status).toBe(401)
    advanceTime(30_000)
    const tickets = await Promise.all(Array.from({ length: 5 }, () => ticketOf(person)))
    const responses = await Promise.all(tickets.map((ticket) => sendCode(ticket, currentCode(secret))))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
    expect((await sendCode(await ticketOf(person), currentCode(secret))).body).toMatchObject({
      code: 'invalid_credentials',
      fields: { code: messages.codeWrong },
    })
  })

  it('accepts each recovery code once, with any spacing and case, and emails the user', async () => {
    const person = await signUp(testSite, 'Loser')
    const { recoveryCodes } = await switchOn(person)
    const [code = ''] = recoveryCodes
    const tickets = [await ticketOf(person), await ticketOf(person), await ticketOf(person)]
    const typedCode = ` ${code.toUpperCase().replaceAll('-', ' ')}`
    const responses = await Promise.all(tickets.map((ticket) => sendCode(ticket, typedCode)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    const refusal = responses.find(({ status }) => status === 401)
    expect(refusal?.body.fields).toEqual({ code: messages.recoveryWrong })
    const cookie = cookieOf(responses.find(({ status }) => status === 200) as (typeof responses)[number])
    expect((await sendAs(cookie, 'GET', path)).body.recoveryCodesLeft).toBe(9)
    await testSite.runJobs()
    const message = testSite.outbox().find(({ subject }) => subject === 'A recovery code for Promptarium was used')
    expect(message?.text).toContain('You have 9 left.')
  })

  it('accepts a ticket once, within ten minutes, and no other token', async () => {
    const person = await signUp(testSite, 'Slow')
    const { secret, recoveryCodes } = await switchOn(person)
    const usedTicket = await ticketOf(person)
    advanceTime(30_000)
    expect((await sendCode(usedTicket, currentCode(secret))).status).toBe(200)
    const oldTicket = await ticketOf(person)
    advanceTime(ticketMs)
    for (const ticket of [usedTicket, oldTicket, 'nonsense']) {
      const { status, body } = await sendCode(ticket, recoveryCodes[0] as string)
      expect(status).toBe(400)
      expect(body.fields.ticket).toBe('This took too long. Enter your password again.')
    }
  })

  it('reports a secret that a new SESSION_SECRET can’t decrypt, and still accepts recovery codes', async () => {
    const person = await signUp(testSite, 'Resealed')
    const { secret, recoveryCodes } = await switchOn(person)
    const sealedSecret = sealSecret(randomBytes(32), person.id, secret)
    await testSite.db.updateTable('authenticators').set({ sealedSecret }).where('userId', '=', person.id).execute()
    advanceTime(30_000)
    const ticket = await ticketOf(person)
    expect((await sendCode(ticket, currentCode(secret))).body.fields).toEqual({ code: messages.secretUnreadable })
    expect((await sendCode(ticket, recoveryCodes[0] as string)).status).toBe(200)
  })

  it('distinguishes a mistyped code from a mistyped recovery code', async () => {
    const person = await signUp(testSite, 'Typist')
    await switchOn(person)
    const ticket = await ticketOf(person)
    const messageFor = async (code: string) => (await sendCode(ticket, code)).body.fields.code
    expect(await messageFor('12345')).toBe(messages.codeWrong)
    expect(await messageFor('123 456 7')).toBe(messages.codeWrong)
    expect(await messageFor('abcd-efgh')).toBe(messages.recoveryWrong)
  })

  it('refuses codes once the second factor is switched off, and codes of an unconfirmed authenticator', async () => {
    const person = await signUp(testSite, 'Between')
    const { secret, recoveryCodes } = await switchOn(person)
    const ticket = await ticketOf(person)
    await sendAs(person.cookie, 'DELETE', path, { password: goodPassword, code: recoveryCodes[0] })
    advanceTime(30_000)
    for (const code of [recoveryCodes[1] as string, currentCode(secret)])
      expect((await sendCode(ticket, code)).status).toBe(401)
    const { body } = await sendAs(person.cookie, 'POST', path, { password: goodPassword })
    expect((await sendCode(ticket, currentCode(decodeBase32(body.secret)))).status).toBe(401)
  })

  it('refuses another user’s code', async () => {
    const [person, otherPerson] = [await signUp(testSite, 'Target'), await signUp(testSite, 'Other')]
    await switchOn(person)
    const { secret, recoveryCodes } = await switchOn(otherPerson)
    advanceTime(30_000)
    const ticket = await ticketOf(person)
    expect((await sendCode(ticket, currentCode(secret))).status).toBe(401)
    expect((await sendCode(ticket, recoveryCodes[0] as string)).status).toBe(401)
  })

  it('refuses banned users, and records wrong codes', async () => {
    const person = await signUp(testSite, 'Banned')
    const { secret } = await switchOn(person)
    const ticket = await ticketOf(person)
    const countFailures = async () => {
      const { items } = await listAuditEntries(testSite.db, { action: 'account.login-failed' }, { limit: 100 })
      return items.filter(({ target }) => target?.id === person.id).length
    }
    await sendCode(ticket, '000000')
    expect(await countFailures()).toBe(1)
    await testSite.db.updateTable('users').set({ banned: true }).where('id', '=', person.id).execute()
    advanceTime(30_000)
    expect((await sendCode(ticket, currentCode(secret))).status).toBe(403)
    expect(await countFailures()).toBe(1)
  })

  it('is also required after a password reset by email', async () => {
    const person = await signUp(testSite, 'Forgetful')
    // A reset keeps a second factor that is newer than the confirmation of the email address.
    const confirmedEmail = { emailVerified: true, emailVerifiedAt: new Date(0) }
    await testSite.db.updateTable('users').set(confirmedEmail).where('id', '=', person.id).execute()
    const { secret } = await switchOn(person)
    const ticket = await ticketOf(person)
    await testSite.request('/api/password/forgot', { method: 'POST', json: { email: person.email } })
    await testSite.runJobs()
    await testSite.runJobs()
    const message = testSite.outbox().findLast(({ to, text }) => to === person.email && text.includes('/auth/reset'))
    const token = /token=([\w-]+)/.exec(message?.text ?? '')?.[1]
    const reset = { token, password: 'seven calm herons' }
    const response = await testSite.request('/api/password/reset', { method: 'POST', json: reset })
    expect(response.status).toBe(204)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect((await logIn(person, 'seven calm herons')).body.code).toBe('second_factor_required')
    // A ticket that the old password returned is no longer valid.
    advanceTime(30_000)
    expect((await sendCode(ticket, currentCode(secret))).status).toBe(400)
  })
})

describe('switching a second factor off', () => {
  it('needs the password and a code', async () => {
    const person = await signUp(testSite, 'Offer')
    const { secret } = await switchOn(person)
    advanceTime(30_000)
    const switchOff = (password: string, code: string) => sendAs(person.cookie, 'DELETE', path, { password, code })
    const wrongPassword = await switchOff('not the one', currentCode(secret))
    expect(wrongPassword.status).toBe(403)
    expect(wrongPassword.body.fields).toEqual({ password: expect.stringContaining('not your password') })
    expect((await switchOff(goodPassword, '000000')).body.fields).toEqual({ code: messages.codeWrong })
    expect((await switchOff(goodPassword, currentCode(secret))).status).toBe(204)
    expect((await logIn(person)).status).toBe(200)
    expect((await sendAs(person.cookie, 'GET', path)).body).toMatchObject({ enabled: false, recoveryCodesLeft: 0 })
    expect((await switchOff(goodPassword, currentCode(secret))).status).toBe(409)
    await testSite.runJobs()
    const emails = testSite.outbox().filter(({ to }) => to === person.email)
    expect(emails.map(({ subject }) => subject)).toContain('Two-step sign-in for Promptarium was switched off')
  })

  it('is refused while the second factor is unconfirmed', async () => {
    const person = await signUp(testSite, 'Starter')
    const { body } = await sendAs(person.cookie, 'POST', path, { password: goodPassword })
    const credentials = { password: goodPassword, code: currentCode(decodeBase32(body.secret)) }
    expect((await sendAs(person.cookie, 'DELETE', path, credentials)).status).toBe(409)
  })

  it('is possible with a recovery code if the phone is lost', async () => {
    const person = await signUp(testSite, 'Replacer')
    const { recoveryCodes } = await switchOn(person)
    const code = recoveryCodes[3]
    expect((await sendAs(person.cookie, 'DELETE', path, { password: goodPassword, code })).status).toBe(204)
    advanceTime(30_000)
    expect((await switchOn(person)).recoveryCodes).toHaveLength(recoveryCodeCount)
  })
})

it('new recovery codes invalidate the old ones', async () => {
  const person = await signUp(testSite, 'Renewer')
  const { secret, recoveryCodes } = await switchOn(person)
  advanceTime(30_000)
  const response = await sendAs(person.cookie, 'POST', `${path}/recovery-codes`, {
    password: goodPassword,
    code: currentCode(secret),
  })
  expect(response.status).toBe(200)
  const ticket = await ticketOf(person)
  expect((await sendCode(ticket, recoveryCodes[0] as string)).status).toBe(401)
  expect((await sendCode(ticket, response.body.recoveryCodes[0])).status).toBe(200)
})
