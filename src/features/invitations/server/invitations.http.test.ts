import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registrationTriesPerNetwork } from '#features/accounts/server/account-limits.ts'
import { deleteOldData } from '#test/delete-old-data.ts'
import { fakeOauthProvider } from '#test/fakes/oauth-provider.ts'
import { cookieOf, goodPassword } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { invitationLimits, invitationTokenIn } from '../rules.ts'
import { invitationRetention } from './invitation-retention.ts'

let testSite: TestSite
let admin: string
let provider: Awaited<ReturnType<typeof fakeOauthProvider>>
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  provider = await fakeOauthProvider()
  const oauth = { keys: { github: provider.keys }, testUrl: provider.url }
  const registration = { mode: 'invite' as const, domains: [] }
  testSite = await createTestSite({ now: () => now, site: { oauth, registration } })
  admin = await testSite.addUser('root', 'admin')
})
afterAll(async () => {
  await testSite.close()
  await provider.close()
})

const path = '/api/admin/invitations'
async function invite(draft: { label?: string; uses?: number; days?: number } = {}) {
  const { status, body } = await testSite.request(path, {
    method: 'POST',
    as: admin,
    json: { label: 'The team', ...draft },
  })
  expect(status).toBe(201)
  return { ...body, token: invitationTokenIn(new URL(body.url).hash) as string }
}
/** A number that makes each name and address unique. */
let lastNumber = 0
const register = (invitation?: string) => {
  const username = `person-${++lastNumber}`
  const json = { username, email: `${username}@example.test`, password: goodPassword, invitation }
  return testSite.request('/api/register', { method: 'POST', json })
}
/** A token with the id of an existing invitation and a wrong secret. */
const forgedTokenOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url') + 'A'.repeat(43)
const list = async () => (await testSite.request(path, { as: admin })).body

describe('an invitation', () => {
  it('lets as many people register as it allows, and no more', async () => {
    const { token, id } = await invite({ uses: 2 })
    expect([(await register(token)).status, (await register(token)).status]).toEqual([201, 201])
    const refusal = await register(token)
    expect([refusal.status, Object.keys(refusal.body.fields)]).toEqual([400, ['invitation']])
    expect(await list()).toContainEqual(expect.objectContaining({ id, uses: 2, works: false }))
    const entry = await testSite.db
      .selectFrom('auditLog')
      .select('details')
      .where('action', '=', 'account.register')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(entry?.details).toEqual({ invitation: id })
  })

  it('lets no more people register than it allows, even concurrently', async () => {
    const { token, id } = await invite({ uses: 3 })
    const responses = await Promise.all(Array.from({ length: 12 }, () => register(token)))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(await list()).toContainEqual(expect.objectContaining({ id, uses: 3 }))
  })

  it('isn’t used up by a registration that fails', async () => {
    const { token, id } = await invite()
    const json = { username: 'ROOT', email: 'new@example.test', password: goodPassword, invitation: token }
    expect((await testSite.request('/api/register', { method: 'POST', json })).body.code).toBe('username_taken')
    expect(await list()).toContainEqual(expect.objectContaining({ id, uses: 0, works: true }))
  })

  it('is checked first: nobody without an invitation learns which names and addresses are taken', async () => {
    const { id } = await invite()
    for (const token of ['x', forgedTokenOf(id)]) {
      const json = { username: 'root', email: 'person-1@example.test', password: goodPassword, invitation: token }
      const refusal = await testSite.request('/api/register', { method: 'POST', json })
      expect([refusal.status, Object.keys(refusal.body.fields)]).toEqual([400, ['invitation']])
    }
  })

  it('stops working when it expires or is revoked', async () => {
    const [short, revoked] = [await invite({ days: 1 }), await invite()]
    expect((await testSite.request(`${path}/${revoked.id}`, { method: 'DELETE', as: admin })).status).toBe(204)
    expect((await testSite.request(`${path}/${revoked.id}`, { method: 'DELETE', as: admin })).status).toBe(204)
    expect((await register(revoked.token)).status).toBe(400)
    now = new Date(now.getTime() + 86_400_000)
    expect((await register(short.token)).status).toBe(400)
    now = new Date(now.getTime() - 1)
    expect((await register(short.token)).status).toBe(201)
  })

  it('is stored only as a hash, and an altered token doesn’t work', async () => {
    const { token } = await invite()
    const rows = JSON.stringify(await testSite.db.selectFrom('invitations').selectAll().execute())
    expect(rows).not.toContain(token)
    // The first 22 characters are the id, the others the secret.
    expect(rows).not.toContain(token.slice(22))
    const last = token.endsWith('A') ? 'B' : 'A'
    for (const wrong of [token.slice(0, -1) + last, `${token}A`, token.slice(22), 'x', '']) {
      expect((await register(wrong)).status).toBe(400)
    }
  })

  it('is also required to register with GitHub, and works once', async () => {
    const { token } = await invite()
    const registerWithGithub = async (invitation?: string) => {
      provider.state.person = { id: ++lastNumber, name: `octo-${lastNumber}`, email: `octo-${lastNumber}@example.test` }
      const startResponse = await testSite.request('/api/connections/github', { method: 'POST', json: { invitation } })
      const { code, state } = await provider.visit(startResponse.body.url)
      const headers = { cookie: cookieOf(startResponse) }
      return testSite.request('/api/connections/github/return', { method: 'POST', json: { code, state }, headers })
    }
    expect((await registerWithGithub()).status).toBe(400)
    expect((await registerWithGithub(token)).status).toBe(200)
    expect((await registerWithGithub(token)).status).toBe(400)
  })

  it('can be listed and created only by admins, and created only up to a limit', async () => {
    const moderator = await testSite.addUser('helper', 'moderator')
    for (const as of [moderator, undefined]) {
      const statuses = [
        (await testSite.request(path, { as })).status,
        (await testSite.request(path, { method: 'POST', as, json: { label: 'Me' } })).status,
      ]
      expect(statuses).toEqual(as ? [403, 403] : [401, 401])
    }
    for (
      let existingCount = (await list()).filter(({ works }: { works: boolean }) => works).length;
      existingCount < invitationLimits.usableMax - 1;
      existingCount++
    )
      await invite()
    const create = () => testSite.request(path, { method: 'POST', as: admin, json: { label: 'Concurrent' } })
    const statuses = (await Promise.all(Array.from({ length: 6 }, create))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    const refusal = await testSite.request(path, { method: 'POST', as: admin, json: { label: 'One more' } })
    expect([refusal.status, refusal.body.code]).toEqual([409, 'conflict'])
    // All of these expired over 30 days ago.
    now = new Date(now.getTime() + 60 * 86_400_000)
    await invite()
    await deleteOldData(testSite.db, invitationRetention, now)
    expect(await list()).toHaveLength(1)
  })
})

describe('registration', () => {
  it('that is closed refuses everybody, whatever invitation they send', async () => {
    const closed = await createTestSite({ site: { registration: { mode: 'closed', domains: [] } } })
    try {
      const as = await closed.addUser('root', 'admin')
      const { body } = await closed.request(path, { method: 'POST', as, json: { label: 'The team' } })
      for (const invitation of ['x', invitationTokenIn(new URL(body.url).hash)]) {
        const json = { username: 'somebody', email: 'somebody@example.test', password: goodPassword, invitation }
        const response = await closed.request('/api/register', { method: 'POST', json })
        expect([response.status, response.body.error]).toEqual([
          403,
          'This site doesn’t accept new accounts. Ask an admin to create one for you.',
        ])
      }
    } finally {
      await closed.close()
    }
  })

  it('limited to email domains refuses other addresses, and members can act after confirming theirs', async () => {
    const registration = { mode: 'open' as const, domains: ['example.test', 'example.org'] }
    const company = await createTestSite({ site: { registration, sendsEmail: true } })
    try {
      const send = (email: string, username = 'worker') =>
        company.request('/api/register', { method: 'POST', json: { username, email, password: goodPassword } })
      for (const email of ['a@evil.test', 'a@sub.example.test', 'a@example.test.evil.test', 'a@xexample.test']) {
        const { status, body } = await send(email)
        expect([status, body.fields?.email]).toEqual([400, 'Use an address at example.test or example.org.'])
      }
      const registered = await send('worker@EXAMPLE.test')
      expect(registered.status).toBe(201)
      const headers = { cookie: cookieOf(registered) }
      const [promptId] = await company.addPrompts(1)
      const vote = () => company.request('/api/votes', { method: 'POST', json: { promptId, value: 1 }, headers })
      const refusal = await vote()
      expect([refusal.status, refusal.body.error]).toEqual([403, expect.stringMatching(/^Confirm your email address/)])
      await company.runJobs()
      const token = /token=([\w-]+)/.exec(company.outbox().at(-1)?.text ?? '')?.[1]
      expect((await company.request('/api/email/verify', { method: 'POST', json: { token }, headers })).status).toBe(
        204,
      )
      expect((await vote()).status).toBe(200)
    } finally {
      await company.close()
    }
  })
})

describe('on a site with limits, an office with one network', () => {
  let office: TestSite
  const tries = registrationTriesPerNetwork.points
  beforeAll(async () => {
    const oauth = { keys: { github: provider.keys }, testUrl: provider.url }
    office = await createTestSite({ limits: true, site: { oauth, registration: { mode: 'invite', domains: [] } } })
  })
  afterAll(() => office.close())
  const registerFrom = async (from: string, invitation: string) => {
    const username = `colleague-${++lastNumber}`
    const json = { username, email: `${username}@example.test`, password: goodPassword, invitation }
    return (await office.request('/api/register', { method: 'POST', json, from })).status
  }
  const statusesOf = async (times: number, send: () => Promise<number>) => {
    const statuses: number[] = []
    for (let nth = 0; nth < times; nth++) statuses.push(await send())
    return statuses
  }

  it('can use up all places of an invitation, with passwords and with GitHub', async () => {
    const as = await office.addUser('root', 'admin')
    const json = { label: 'The office', uses: tries + 7 }
    const { body } = await office.request(path, { method: 'POST', as, json })
    const invitation = invitationTokenIn(new URL(body.url).hash) as string
    const registerWithGithub = async () => {
      provider.state.person = { id: ++lastNumber, name: `octo-${lastNumber}`, email: `octo-${lastNumber}@example.test` }
      const init = { method: 'POST', from: '203.0.113.6' }
      const startResponse = await office.request('/api/connections/github', { ...init, json: { invitation } })
      const { code, state } = await provider.visit(startResponse.body.url)
      const headers = { cookie: cookieOf(startResponse) }
      return (await office.request('/api/connections/github/return', { ...init, json: { code, state }, headers }))
        .status
    }
    const withPassword = await statusesOf(tries + 1, () => registerFrom('203.0.113.6', invitation))
    expect(new Set(withPassword)).toEqual(new Set([201]))
    expect(await statusesOf(7, registerWithGithub)).toEqual([200, 200, 200, 200, 200, 200, 400])
  })

  it('can’t guess invitations', async () => {
    const statuses = await statusesOf(tries + 1, () => registerFrom('203.0.113.7', 'x'))
    expect(statuses).toEqual([...Array.from({ length: tries }, () => 400), 429])
  })
})
