import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract'
import type { Role } from '#platform/actor.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

type Endpoint = {
  method: string
  path: string
  security?: { session: string[] }[]
  request?: { body?: unknown }
  responses: object
}

/**
 * Writes that need no session: signing up, in and out, recovering an account, what visitors do, and the payment
 * provider's webhook. Add one only for a good reason.
 */
const openWrites = [
  'login',
  'logInByCode',
  'startPasskeyLogin',
  'logInByPasskey',
  'startProviderLogin',
  'finishProviderLogin',
  'register',
  'logout',
  'forgotPassword',
  'resetPassword',
  'copyPrompt',
  'countView',
  'sendContact',
  'handleWebhook',
]

let testSite: TestSite
const people: Partial<Record<Role, string>> = {}
beforeAll(async () => {
  const payments = {
    provider: 'sandbox' as const,
    account: 'sandbox',
    publishableKey: 'pk_nobody',
    priceId: 'price_none',
    webhookSecrets: ['whsec_none'],
    connect: () => {
      throw new Error('A request passed the access check.')
    },
  }
  testSite = await createTestSite({ site: { payments } })
  for (const role of ['user', 'moderator', 'admin'] as const) people[role] = await testSite.addUser(`A-${role}`, role)
})
afterAll(() => testSite.close())

const endpoints = Object.entries(contract as Record<string, Endpoint>)
const isWrite = ({ method }: Endpoint) => method !== 'get'
const roleFor = ({ security }: Endpoint): Role | null =>
  security ? ((security[0]?.session[0] as Role | undefined) ?? 'user') : null

const json = { 'content-type': 'application/json' }
/** Bodies that no endpoint accepts. If access weren't checked first, each would be refused for a different reason. */
const wrongBodies: [what: string, body: string, headers: Record<string, string>][] = [
  ['no valid fields', '{"id":[],"username":{},"password":1,"amount":"x"}', json],
  ['half of a JSON text', '{"', json],
  ['another type', 'name=value', { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '10' }],
  ['too many bytes', '{}', { ...json, 'content-length': '1000001' }],
]

async function send({ method, path }: Endpoint, as: string | undefined, body?: string, headers = {}) {
  const session = as ? await testSite.headersOf(as) : {}
  const address = path.replace(/\{\w+\}/g, 'not~an~id')
  const response = await testSite.app.request(address, {
    method: method.toUpperCase(),
    body,
    headers: { ...headers, ...session },
  })
  return [response.status, response.ok ? null : (await response.json()).code]
}

const guarded = endpoints.filter(([, endpoint]) => roleFor(endpoint))

describe('access is checked before the request is read', () => {
  it.each(guarded.filter(([, endpoint]) => isWrite(endpoint)))('at %s', async (_name, endpoint) => {
    const requiredRole = roleFor(endpoint)
    for (const [what, body, headers] of wrongBodies) {
      const responseTo = async (role?: Role) => [
        what,
        role,
        ...(await send(endpoint, role && people[role], body, headers)),
      ]
      expect(await responseTo()).toEqual([what, undefined, 401, 'authentication_required'])
      if (requiredRole !== 'user') expect(await responseTo('user')).toEqual([what, 'user', 403, 'forbidden'])
      if (requiredRole === 'admin') expect(await responseTo('moderator')).toEqual([what, 'moderator', 403, 'forbidden'])
      if (!endpoint.request?.body) continue
      expect([401, 403]).not.toContain((await responseTo(requiredRole as Role))[2])
    }
  })

  it.each(guarded.filter(([, endpoint]) => !isWrite(endpoint)))('at %s, which reads', async (_name, endpoint) => {
    const wrong = { ...endpoint, path: `${endpoint.path}?limit=many&cursor=${'x'.repeat(2000)}` }
    expect(await send(wrong, undefined)).toEqual([401, 'authentication_required'])
    if (roleFor(endpoint) !== 'user') expect(await send(wrong, people.user)).toEqual([403, 'forbidden'])
    if (roleFor(endpoint) === 'admin') expect(await send(wrong, people.moderator)).toEqual([403, 'forbidden'])
  })
})

describe('the contract names the required role', () => {
  it('for every write that isn’t public', () => {
    const open = endpoints.filter(([, endpoint]) => isWrite(endpoint) && !roleFor(endpoint)).map(([name]) => name)
    expect(open.sort()).toEqual([...openWrites].sort())
  })

  it('for every endpoint that can respond with 401, except public writes', () => {
    const withoutRole = endpoints.filter(([, endpoint]) => '401' in endpoint.responses && !roleFor(endpoint))
    expect(withoutRole.map(([name]) => name).filter((name) => !openWrites.includes(name))).toEqual([])
  })

  it('in the OpenAPI document and in the reference, too', async () => {
    const description = await (await testSite.app.request('/api/openapi.json')).json()
    expect(description.components.securitySchemes.session).toMatchObject({ type: 'apiKey', in: 'cookie' })
    expect(description.paths['/api/admin/reports/{id}'].post.security).toEqual([{ session: ['moderator'] }])
    const reference = await (await testSite.app.request('/api/reference')).text()
    for (const who of ['Sign-in, no tokens', 'Moderators, signed in', 'Admins, signed in'])
      expect(reference).toContain(who)
  })

  it('as moderator or admin for everything below /api/admin', () => {
    const admin = endpoints.filter(([, { path }]) => path.startsWith('/api/admin/'))
    expect(admin.filter(([, endpoint]) => !['moderator', 'admin'].includes(`${roleFor(endpoint)}`))).toEqual([])
  })
})
