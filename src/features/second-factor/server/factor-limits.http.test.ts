import { afterAll, beforeAll, expect, it } from 'vitest'
import { shownCode } from '#test/authenticator.ts'
import { goodPassword, type Person, signUp } from '#test/sign-up.ts'
import { createWorld, type World } from '#test/world.ts'
import { codesPerUser } from './factor-limits.ts'

let world: World
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  world = await createWorld({ limits: true, now: () => now })
})
afterAll(() => world.close())

const path = '/api/user/second-factor'
const sendCode = (ticket: string, code: string, from: string) =>
  world.request('/api/login/second-factor', { method: 'POST', json: { ticket, code }, from })

async function switchOn({ cookie }: Person): Promise<string> {
  const send = (address: string, json: unknown) => world.request(address, { method: 'POST', json, headers: { cookie } })
  const { body } = await send(path, { password: goodPassword })
  await send(`${path}/confirm`, { code: shownCode(body.secret, now) })
  now = new Date(now.getTime() + 30_000)
  return body.secret
}

async function ticketOf({ username }: Person, from: string): Promise<string> {
  const json = { username, password: goodPassword }
  return (await world.request('/api/login', { method: 'POST', json, from })).body.ticket
}

it('wrong codes are limited per user, from any network and with any ticket; then the right code is refused too', async () => {
  const [guessed, other] = [await signUp(world, 'Guessed'), await signUp(world, 'Calm')]
  const [secret, otherSecret] = [await switchOn(guessed), await switchOn(other)]
  const statuses: number[] = []
  for (let n = 0; n <= codesPerUser.points; n++) {
    const from = `198.51.100.${n}`
    statuses.push((await sendCode(await ticketOf(guessed, from), '000000', from)).status)
  }
  expect(statuses).toEqual([...Array.from({ length: codesPerUser.points }, () => 401), 429])
  const from = '203.0.113.1'
  expect((await sendCode(await ticketOf(guessed, from), shownCode(secret, now), from)).status).toBe(429)
  expect((await sendCode(await ticketOf(other, from), shownCode(otherSecret, now), from)).status).toBe(200)
})
