import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeToken } from '#features/tokens/server/create-token.ts'
import { inTransaction } from '#platform/database/db.ts'
import { createListeningSite } from '#test/listening-site.ts'
import { signUp } from '#test/sign-up.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import { requestsPerWindow } from './request-limit.ts'

let testSite: TestSite
let member: string
beforeAll(async () => {
  testSite = await createTestSite()
  member = await testSite.addUser('ada')
  const { id } = await testSite.addPrompt()
  await testSite.request('/api/favorites', { as: member, method: 'POST', json: { promptId: id } })
})
afterAll(() => testSite.close())

const statusesOf = (body: { answers?: object }) =>
  Object.values(body.answers ?? {}).map(({ status }: { status: number }) => status)
const addressOf = (...addresses: string[]) => `/api/user?${new URLSearchParams({ with: addresses.join(',') })}`

describe('reads that come with GET /api/user', () => {
  it('have the answers that they would have alone, with their statuses', async () => {
    const addresses = [
      '/api/favorites?limit=1',
      `/api/votes?promptIds=${encodeURIComponent('a,b')}`,
      '/api/user/notification-settings',
      '/api/prompts/nothing/comments',
      '/api/admin/users',
    ]
    const { body } = await testSite.request(addressOf(...addresses), { as: member })
    expect(body).toMatchObject({ id: member, username: 'ada' })
    expect(Object.keys(body.answers)).toEqual(addresses)
    for (const address of addresses) {
      const alone = await testSite.request(address, { as: member })
      const requestId = expect.any(String)
      const expected = alone.status === 200 ? alone.body : { ...alone.body, requestId }
      expect(body.answers[address], address).toEqual({ status: alone.status, body: expected })
    }
    expect(body.answers['/api/favorites?limit=1'].body.total).toBe(1)
    expect(statusesOf(body)).toEqual([200, 200, 200, 404, 403])
  })

  it('require a member', async () => {
    const { status, body } = await testSite.request(addressOf('/api/home'))
    expect([status, body.code]).toEqual([401, 'authentication_required'])
  })

  it('are what a token may read', async () => {
    const input = { name: 'x', scopes: ['write' as const], expiresInDays: 90, dailyCredits: 0 }
    const tokenOf = (scopes: ('read' | 'write')[]) =>
      inTransaction(testSite.db, (tx) =>
        storeToken(tx, memberOf(member), { userId: member, draft: { ...input, scopes }, now: testSite.now() }),
      )
    const ask = async (scopes: ('read' | 'write')[]) => {
      const headers = { authorization: `Bearer ${(await tokenOf(scopes)).token}` }
      return testSite.request(addressOf('/api/favorites', '/api/user/tokens'), { headers })
    }
    expect((await ask(['write'])).status).toBe(403)
    const { answers } = (await ask(['read'])).body
    expect([answers['/api/favorites'].status, answers['/api/user/tokens'].status]).toEqual([200, 403])
  })

  it('are refused for a member who must confirm an address first, as a closed site refuses them alone', async () => {
    const registration = { mode: 'open', domains: ['example.test'] } as const
    const closed = await createListeningSite({ isClosed: true, site: { registration } as never })
    await closed.testSite.addPrompt({ title: 'A secret title' })
    const { cookie } = await signUp(closed.testSite, 'Eve')
    const response = await fetch(`${closed.origin}${addressOf('/api/prompts', '/api/votes')}`, { headers: { cookie } })
    expect([response.status, await response.text()]).toEqual([403, expect.not.stringContaining('A secret title')])
    expect((await fetch(`${closed.origin}/api/user`, { headers: { cookie } })).status).toBe(200)
    await closed.close()
  })

  it('have no answer if they are redirected, and the others have theirs', async () => {
    const { id } = await testSite.addPrompt({ title: 'Former name here', userId: member })
    const former = (await testSite.request(`/api/prompts/${id}`)).body.slug
    await testSite.request(`/api/prompts/${id}`, { method: 'PATCH', as: member, json: { title: 'New name here' } })
    const addresses = ['/api/favorites?limit=1', `/api/prompts/${former}`]
    const { status, body } = await testSite.request(addressOf(...addresses), { as: member })
    expect([status, Object.keys(body.answers)]).toEqual([200, addresses.slice(0, 1)])
  })

  it.each([
    ['exports of prompts', '/api/user/prompts/export?format=json'],
    ['the account itself', '/api/user'],
    ['the account itself, again with others', '/api/user?with=/api/votes'],
    ['the export of an account', '/api/user/export'],
    ['what isn’t JSON', '/api/prompts/x/skill'],
    ['pages', '/prompts'],
    ['what the contract doesn’t have', '/api/nothing'],
    ['other paths by detours', '/api/votes/../user/export'],
    ['other sites', '//example.org/api/votes'],
    ['whole addresses', 'https://example.org/api/votes'],
    ['no address', 'votes'],
  ])('are never %s', async (_, address) => {
    const { status, body } = await testSite.request(addressOf('/api/favorites', address), { as: member })
    expect([status, body.code], address).toEqual([400, 'validation_failed'])
  })

  it('are at most twenty', async () => {
    const addresses = Array.from({ length: 21 }, (_, n) => `/api/favorites?limit=${n + 1}`)
    expect((await testSite.request(addressOf(...addresses), { as: member })).status).toBe(400)
    expect((await testSite.request(addressOf(...addresses.slice(1)), { as: member })).status).toBe(200)
  })

  it('count toward the limit of requests like others', async () => {
    const addresses = Array.from({ length: 20 }, (_, n) => `/api/favorites?limit=${n + 1}`)
    const app = testSite.appWith({ limitsRequests: true })
    const client = { incoming: { socket: { remoteAddress: '192.0.2.77' } } }
    const headers = await testSite.headersOf(member)
    const statuses: number[] = []
    for (let n = 0; n < 40; n++) {
      const response = await app.request(addressOf(...addresses), { headers }, client)
      if (response.status === 429) break
      statuses.push(...statusesOf(await response.json()))
    }
    expect(statuses).toContain(429)
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(requestsPerWindow)
  })
})
