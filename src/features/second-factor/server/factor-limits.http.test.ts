import { afterAll, beforeAll, expect, it } from 'vitest'
import { authenticatorCode } from '#test/authenticator.ts'
import { goodPassword, type Person, signUp } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { codesPerUser } from './factor-limits.ts'

let testSite: TestSite
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  testSite = await createTestSite({ limits: true, now: () => now })
})
afterAll(() => testSite.close())

const path = '/api/user/second-factor'
const sendCode = (ticket: string, code: string, from: string) =>
  testSite.request('/api/login/second-factor', { method: 'POST', json: { ticket, code }, from })

async function switchOn({ cookie }: Person): Promise<string> {
  const send = (address: string, json: unknown) =>
    testSite.request(address, { method: 'POST', json, headers: { cookie } })
  const { body } = await send(path, { password: goodPassword })
  await send(`${path}/confirm`, { code: authenticatorCode(body.secret, now) })
  // Each code works once, so the next login needs the code of the next 30 seconds.
  now = new Date(now.getTime() + 30_000)
  return body.secret
}

async function ticketOf({ username }: Person, from: string): Promise<string> {
  const json = { username, password: goodPassword }
  return (await testSite.request('/api/login', { method: 'POST', json, from })).body.ticket
}

it('wrong codes are limited per user, from any network and with any ticket; then the right code is refused too', async () => {
  const [target, other] = [await signUp(testSite, 'Guessed'), await signUp(testSite, 'Calm')]
  const [secret, otherSecret] = [await switchOn(target), await switchOn(other)]
  const statuses: number[] = []
  for (let n = 0; n <= codesPerUser.points; n++) {
    const from = `198.51.100.${n}`
    statuses.push((await sendCode(await ticketOf(target, from), '000000', from)).status)
  }
  expect(statuses).toEqual([...Array.from({ length: codesPerUser.points }, () => 401), 429])
  const from = '203.0.113.1'
  expect((await sendCode(await ticketOf(target, from), authenticatorCode(secret, now), from)).status).toBe(429)
  expect((await sendCode(await ticketOf(other, from), authenticatorCode(otherSecret, now), from)).status).toBe(200)
})
