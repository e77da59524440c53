import { afterAll, beforeAll, expect, it } from 'vitest'
import { readContentChanges } from '#platform/content-changes.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let ada: string
beforeAll(async () => {
  testSite = await createTestSite()
  ada = await testSite.addUser('ada')
})
afterAll(() => testSite.close())

const edit = (json: object, as: string | undefined = ada) =>
  testSite.request('/api/user/profile', { method: 'PATCH', as, json })
const readPublicProfile = async () => (await testSite.request('/api/users/ada')).body.profile
const profile = { bio: 'I write prompts.', link: 'https://example.org/' }
const emptyProfile = { bio: '', link: null }

it('everybody sees a new bio and link immediately', async () => {
  expect(await readPublicProfile()).toEqual(emptyProfile)
  const { version } = await readContentChanges(testSite.db, null)
  const { status, body } = await edit({ bio: '  I write prompts.\u202E ', link: 'HTTPS://example.org' })
  expect([status, body]).toEqual([200, profile])
  expect(await readPublicProfile()).toEqual(profile)
  // Cached pages that depend on this key are dropped.
  expect((await readContentChanges(testSite.db, version)).keys).toEqual(['user:ada'])
  const { body: exported } = await testSite.request('/api/user/export', { as: ada })
  expect(exported.profile).toEqual(profile)
})

it.each([
  [{ bio: 'x'.repeat(301), link: null }, 'bio'],
  [{ bio: '', link: 'http://example.org' }, 'link'],
  [{ bio: '', link: 'javascript:alert(1)' }, 'link'],
])('%j is refused, and nothing changes', async (json, field) => {
  const { status, body } = await edit(json)
  expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'validation_failed', [field]])
  expect(await readPublicProfile()).toEqual(profile)
})

it('visitors have no profile of their own to read or change', async () => {
  expect((await testSite.request('/api/user/profile', { method: 'PATCH', json: profile })).status).toBe(401)
  expect((await testSite.request('/api/user/profile')).status).toBe(401)
})

it('a profile is hidden while the member is banned', async () => {
  const setBanned = (banned: boolean) =>
    testSite.db.updateTable('users').set({ banned }).where('id', '=', ada).execute()
  await setBanned(true)
  expect(await readPublicProfile()).toEqual(emptyProfile)
  await setBanned(false)
  expect(await readPublicProfile()).toEqual(profile)
})

it('a moderator can remove a profile, which the audit log records once', async () => {
  const remove = (as: string, name = 'ADA') => testSite.request(`/api/admin/profiles/${name}`, { method: 'DELETE', as })
  expect((await remove(ada)).status).toBe(403)
  const moderator = await testSite.addUser('mo', 'moderator')
  expect((await remove(moderator, 'nobody')).status).toBe(404)
  for (let i = 0; i < 2; i++) expect((await remove(moderator)).status).toBe(204)
  expect(await readPublicProfile()).toEqual(emptyProfile)
  const entries = await testSite.db.selectFrom('auditLog').select(['action', 'targetId']).execute()
  expect(entries).toEqual([{ action: 'account.clear-profile', targetId: ada }])
})

it('an empty profile leaves no row', async () => {
  await edit(profile)
  await edit(emptyProfile)
  expect(await testSite.db.selectFrom('profiles').select('userId').execute()).toEqual([])
})

it('banning and unbanning invalidate the cached page of the profile', async () => {
  const admin = await testSite.addUser('boss', 'admin')
  const bea = await testSite.addUser('bea')
  for (const banned of [true, false]) {
    const { version } = await readContentChanges(testSite.db, null)
    const response = await testSite.request(`/api/admin/users/${bea}`, { method: 'PATCH', as: admin, json: { banned } })
    expect(response.status).toBe(200)
    expect((await readContentChanges(testSite.db, version)).keys).toContain('user:bea')
  }
})
