import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setBanned } from '#features/accounts/server/change-account-status.ts'
import { utcDay } from '#lib/utc-day.ts'
import { listAuditEntries } from '#platform/audit.ts'
import { inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { hooks } from '#server/hooks.ts'
import { goodPassword, type Person, signUp } from '#test/sign-up.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import { clientMetadataOf } from '../client-rules.ts'
import { type AppScope, oauthLifetimes } from '../rules.ts'
import { allowApp } from './allow-app.ts'
import { storeClient } from './store-client.ts'
import { storeOf } from './stored-records.ts'

const path = '/api/user/apps'
const origin = 'http://localhost:3000'
const claude = {
  client_id: 'https://claude.example/oauth/client.json',
  client_name: 'Claude',
  redirect_uris: ['https://claude.example/callback'],
}
const editor = { client_id: 'editor', client_name: 'An editor', redirect_uris: ['http://127.0.0.1:33418/'] }
const relay = { client_id: 'relay', client_name: 'Claude', redirect_uris: ['https://relay.example/callback'] }

let testSite: TestSite
let now = new Date()
let peopleCount = 0
beforeAll(async () => {
  testSite = await createTestSite({ now: () => now, site: { ownAddress: () => origin } })
  for (const stated of [claude, editor, relay]) {
    const metadata = clientMetadataOf(stated)
    if (!metadata) throw new Error(`${stated.client_id} was refused`)
    await storeClient(testSite.db, metadata, now)
  }
})
afterAll(() => testSite.close())

const signUpSomeone = () => signUp(testSite, `Connected${++peopleCount}`)

/** Allows an app to act for a member. Returns the token with which the app then does. */
async function connect({ id }: Pick<Person, 'id'>, clientId: string, scopes: AppScope[] = ['read']): Promise<string> {
  const site = { ...testSite, siteName: 'Prompts', origin: () => origin }
  const resource = `${origin}/mcp/me`
  const session = testSite.db.selectFrom('sessions').select('id').where('userId', '=', id).limit(1)
  const { id: sessionId } = await session.executeTakeFirstOrThrow()
  const grantId = await allowApp(site, { ...memberOf(id), sessionId }, { clientId, resource, scopes })
  const token = newId()
  const exp = now.getTime() / 1000 + oauthLifetimes.refresh
  const refusal = (why: string) => new Error(why)
  const store = storeOf({ db: testSite.db, now: () => now, refusal }, 'AccessToken')
  await store.upsert(token, { exp, grantId, accountId: id, scope: scopes.join(' ') })
  return token
}

/** Returns the status of a request that an app sends with its token. */
async function statusWith(token: string): Promise<number> {
  const response = await testSite.app.request('/mcp/me', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  return response.status
}

const listApps = async ({ cookie }: Person) => (await testSite.request(path, { headers: { cookie } })).body
const remove = async ({ cookie }: Person, id: string) =>
  (await testSite.request(`${path}/${id}`, { method: 'DELETE', headers: { cookie } })).status

it('an app that connects twice is one app with the scopes, first connection and last use of both', async () => {
  const person = await signUpSomeone()
  const connectedAt = now
  await connect(person, claude.client_id)
  now = new Date(now.getTime() + 3 * 86_400_000)
  const token = await connect(person, claude.client_id, ['read', 'write'])
  expect(await statusWith(token)).toBe(200)
  await connect(person, editor.client_id)
  expect(await listApps(person)).toMatchObject([
    { name: 'An editor', hosts: [], scopes: ['read'], lastUsedOn: null },
    {
      name: 'Claude',
      hosts: ['claude.example'],
      scopes: ['read', 'write'],
      createdAt: connectedAt.toISOString(),
      lastUsedOn: utcDay(now),
    },
  ])
})

it('an app without a document shows where it redirects, whatever it calls itself', async () => {
  const person = await signUpSomeone()
  await connect(person, relay.client_id)
  expect(await listApps(person)).toMatchObject([{ name: 'Claude', hosts: ['relay.example'] }])
})

it('the member gets an email about each app, but only the first time it connects', async () => {
  const person = await signUpSomeone()
  await connect(person, claude.client_id, ['read', 'write'])
  await connect(person, claude.client_id)
  await connect(person, editor.client_id)
  await testSite.runJobs()
  const emails = testSite.outbox().filter(({ to, subject }) => to === person.email && subject.includes('app'))
  const [first, second] = emails.map(({ text }) => text).sort()
  expect(emails).toHaveLength(2)
  expect(first).toMatch(/“An editor”.+[Aa] program on a computer.+- read /s)
  expect(second).toMatch(/“Claude”.+claude\.example.+- read .+- save /s)
})

it('a removed app is refused from its next request on, on all devices, and the audit log says so', async () => {
  const [person, other] = [await signUpSomeone(), await signUpSomeone()]
  const tokens = [await connect(person, claude.client_id), await connect(person, claude.client_id)]
  const remaining = [await connect(person, editor.client_id), await connect(other, claude.client_id)]
  const app = (await listApps(person)).find(({ name }: { name: string }) => name === 'Claude')
  expect(await remove(other, app.id)).toBe(204)
  for (const token of [...tokens, ...remaining]) expect(await statusWith(token)).toBe(200)
  expect(await remove(person, app.id)).toBe(204)
  for (const token of tokens) expect(await statusWith(token)).toBe(401)
  for (const token of remaining) expect(await statusWith(token)).toBe(200)
  const target = { kind: 'user', id: person.id }
  const { items } = await listAuditEntries(testSite.db, { target }, { limit: 10 })
  const actions = items.map(({ action }) => action).filter((action) => action.startsWith('account.app'))
  const connected = 'account.app-connect'
  expect(actions).toEqual(['account.app-disconnect', connected, connected, connected])
})

describe('apps end', () => {
  it('with a ban, and don’t work again once it is lifted', async () => {
    const person = await signUpSomeone()
    const token = await connect(person, claude.client_id)
    const actor = { kind: 'system', name: 'test' } as const
    for (const banned of [true, false])
      await inTransaction(testSite.db, (tx) => setBanned(tx, hooks, actor, { userId: person.id, banned }))
    expect(await statusWith(token)).toBe(401)
  })

  it('with a new password by a link, and the email about it names them', async () => {
    const { email, ...person } = await signUpSomeone()
    const token = await connect(person, claude.client_id)
    await testSite.request('/api/password/forgot', { method: 'POST', json: { email } })
    await testSite.runJobs()
    const link = /token=([\w-]+)/.exec(testSite.outbox().at(-1)?.text ?? '')?.[1]
    const json = { token: link, password: 'another long password 7' }
    expect((await testSite.request('/api/password/reset', { method: 'POST', json })).status).toBe(204)
    expect(await statusWith(token)).toBe(401)
    await testSite.runJobs()
    expect(testSite.outbox().at(-1)?.text).toContain('the access of the app “Claude”')
  })

  it('with a changed password', async () => {
    const { id, cookie } = await signUpSomeone()
    const token = await connect({ id }, claude.client_id)
    const json = { currentPassword: goodPassword, newPassword: 'another long password 7' }
    const response = await testSite.request('/api/password/change', { method: 'POST', json, headers: { cookie } })
    expect(response.status).toBe(204)
    expect(await statusWith(token)).toBe(401)
  })

  it('with the account', async () => {
    const { id, cookie } = await signUpSomeone()
    const token = await connect({ id }, claude.client_id)
    const json = { prompts: 'delete', password: goodPassword }
    const response = await testSite.request('/api/user', { method: 'DELETE', json, headers: { cookie } })
    expect(response.status).toBe(204)
    expect(await statusWith(token)).toBe(401)
  })
})

it('admins see how many apps a user has, and nobody else does', async () => {
  const person = await signUpSomeone()
  await connect(person, claude.client_id)
  await connect(person, claude.client_id)
  await connect(person, editor.client_id)
  const admin = await testSite.addUser('Countess', 'admin')
  const address = `/api/admin/users/${person.id}/apps`
  expect((await testSite.request(address, { as: admin })).body).toEqual({ count: 2 })
  expect((await testSite.request(address, { headers: { cookie: person.cookie } })).status).toBe(403)
})

it('the export lists the apps without their tokens', async () => {
  const person = await signUpSomeone()
  const token = await connect(person, claude.client_id)
  const { body } = await testSite.request('/api/user/export', { headers: { cookie: person.cookie } })
  expect(body.connectedApps).toEqual(await listApps(person))
  expect(JSON.stringify(body)).not.toContain(token)
})
