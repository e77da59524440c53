import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { createGate, type Gate } from './closed-site.ts'
import { isOpenRequest } from './open-paths.ts'

let testSite: TestSite
let now = new Date('2026-11-20T12:00:00Z')
let memberId: string
let sessionToken: string
beforeAll(async () => {
  testSite = await createTestSite({ now: () => now })
  memberId = await testSite.addUser('member')
  sessionToken = await testSite.startSession(memberId)
})
afterAll(() => testSite.close())

/** Whether the gate admits a request for a page from the IP address `peer`. */
const admits = (gate: Gate, headers: IncomingMessage['headers'], peer = '127.0.0.1') =>
  gate.admits({ headers, method: 'GET', socket: { remoteAddress: peer } } as IncomingMessage, '/prompts', true)

describe('the gate of a closed site', () => {
  it('admits a member until their session ends', async () => {
    const gate = createGate(testSite)
    const cookie = `a=b; session=${sessionToken}`
    expect(await admits(gate, { cookie })).toBe(true)
    now = new Date(now.getTime() + 30 * 86_400_000 - 1)
    expect(await admits(gate, { cookie })).toBe(true)
    now = new Date(now.getTime() + 1)
    expect(await admits(gate, { cookie })).toBe(false)
    now = new Date('2026-11-20T12:00:00Z')
  })

  it('accepts only the __Host- cookie, which no other host can set, if the trusted proxy reports https, else only the plain one', async () => {
    const gate = createGate({ ...testSite, trustProxy: '10.0.0.1' })
    /** Which cookies the gate accepts in a request from `peer` that claims to use this protocol. */
    const accepted = async (peer: string, proto: string) => {
      const names = ['session', '__Host-session']
      const admitted = await Promise.all(
        names.map((name) => admits(gate, { 'x-forwarded-proto': proto, cookie: `${name}=${sessionToken}` }, peer)),
      )
      return names.filter((_, index) => admitted[index])
    }
    expect(await accepted('10.0.0.1', 'https')).toEqual(['__Host-session'])
    expect(await accepted('10.0.0.1', 'http')).toEqual(['session'])
    expect(await accepted('10.0.0.2', 'https')).toEqual(['session'])
  })

  it('refuses members who must first confirm their email address', async () => {
    const gate = createGate({ ...testSite, registration: { mode: 'open', domains: ['example.test'] } })
    const cookie = `session=${sessionToken}`
    expect(await admits(gate, { cookie })).toBe(false)
    await testSite.db.updateTable('users').set({ emailVerified: true }).where('id', '=', memberId).execute()
    expect(await admits(gate, { cookie })).toBe(true)
  })

  it('allows requests without a session only by exact path and method', () => {
    const open = ['GET /auth', 'HEAD /auth/return/oidc', 'POST /api/login', 'POST /api/connections/oidc/return']
    const closed = [
      'POST /auth',
      'GET /auth/',
      'GET /auth/x',
      'GET /auth/return/a/b',
      'GET /api/login',
      'GET /API/captcha',
    ]
    const tricks = [
      'GET /api/captcha/',
      'GET /auth%2f',
      'POST /api/connections/../return',
      'DELETE /api/user',
      'PUT /robots.txt',
    ]
    const isOpen = (request: string) => isOpenRequest(...(request.split(' ') as [string, string]))
    expect(open.filter(isOpen)).toEqual(open)
    expect([...closed, ...tricks].filter(isOpen)).toEqual([])
  })
})
