import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readContentChanges } from '#platform/database/content-changes.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let ada: string
beforeAll(async () => {
  testSite = await createTestSite()
  ada = await testSite.addUser('ada')
  await setAge(8)
})
afterAll(() => testSite.close())

const setAge = (days: number) =>
  testSite.db
    .updateTable('users')
    .set({ createdAt: new Date(Date.now() - days * 86_400_000) })
    .where('id', '=', ada)
    .execute()
const edit = (json: object, as: string | undefined = ada) =>
  testSite.request('/api/user/profile', { method: 'PATCH', as, json })
const readPublicProfile = async () => (await testSite.request('/api/users/ada')).body.profile
const profile = { bio: 'I write prompts.', links: ['https://example.org/'] }
const emptyProfile = { bio: '', links: [] }
const own = { pins: [], removedReason: null }

it('everybody sees a new bio and link immediately', async () => {
  expect(await readPublicProfile()).toEqual(emptyProfile)
  const { version } = await readContentChanges(testSite.db, null)
  const { status, body } = await edit({ bio: '  I write prompts.\u202E ', links: ['HTTPS://example.org'] })
  expect([status, body]).toEqual([200, { ...profile, ...own }])
  expect(await readPublicProfile()).toEqual(profile)
  // Cached pages that depend on this key are dropped.
  expect((await readContentChanges(testSite.db, version)).keys).toEqual(['user:ada'])
  const { body: exported } = await testSite.request('/api/user/export', { as: ada })
  expect(exported.profile).toEqual({ ...profile, ...own })
})

it.each([
  [{ bio: 'x'.repeat(301) }, 'bio'],
  [{ links: ['http://example.org'] }, 'links'],
  [{ links: ['javascript:alert(1)'] }, 'links'],
  [{ links: [1, 2, 3, 4, 5].map((n) => `https://example.org/${n}`) }, 'links'],
  [{ pins: ['no-such-prompt'] }, 'pins'],
  [{ pins: ['a', 'b', 'c', 'd'] }, 'pins'],
])('%j is refused, and nothing changes', async (json, field) => {
  const { status, body } = await edit(json)
  expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'validation_failed', [field]])
  expect(await readPublicProfile()).toEqual(profile)
})

it('others see links once the account is a week old', async () => {
  await setAge(6)
  expect(await readPublicProfile()).toEqual({ ...profile, links: [] })
  await setAge(8)
  expect(await readPublicProfile()).toEqual(profile)
})

it('pinned prompts are published ones of the member, in order; nothing else of the profile changes', async () => {
  const prompts = [1, 2, 3].map((n) => testSite.addPrompt({ userId: ada, title: `Mine, number ${n}` }))
  const [first, second, third] = await Promise.all(prompts)
  const readPinned = async () =>
    (await testSite.request('/api/users/ada')).body.pinned.map(({ id }: { id: string }) => id)
  const pins = [third?.id, first?.slug, third?.id]
  expect((await edit({ pins })).body).toEqual({ ...profile, ...own, pins: [third?.id, first?.id] })
  expect(await readPinned()).toEqual([third?.id, first?.id])
  expect(await readPublicProfile()).toEqual(profile)
  const draft = await testSite.addPrompt({ userId: ada, status: 'draft' })
  const others = await testSite.addPrompt({ title: 'Not mine' })
  const imported = await testSite.addPrompt({ userId: ada, credit: 'grace' })
  for (const { id } of [draft, others, imported]) expect((await edit({ pins: [second?.id, id] })).status).toBe(400)
  await testSite.request(`/api/prompts/${third?.id}`, { method: 'DELETE', as: ada })
  expect(await readPinned()).toEqual([first?.id])
  expect((await edit({ pins: [] })).body.pins).toEqual([])
})

it('a profile that a moderator removed is empty for others, also after a change', async () => {
  const setReason = (removedReason: string | null) =>
    testSite.db.updateTable('profiles').set({ removedReason }).where('userId', '=', ada).execute()
  await setReason('Spam.')
  expect((await edit({ bio: profile.bio })).body.removedReason).toBe('Spam.')
  expect(await readPublicProfile()).toEqual(emptyProfile)
  await setReason(null)
  expect(await readPublicProfile()).toEqual(profile)
})

it('a reported profile can be removed, restored by reopening the case, and reported again only once it has changed', async () => {
  const [reader, moderator] = [await testSite.addUser('reader'), await testSite.addUser('judge', 'moderator')]
  const post = (path: string, as: string, json: object) => testSite.request(path, { method: 'POST', as, json })
  const report = async (as: string, name = 'ADA') =>
    (await post('/api/reports', as, { profileId: name, reason: 'spam' })).body
  expect((await report(ada)).code).toBe('forbidden')
  expect((await report(reader, 'reader')).code, 'nothing to report').toBe('not_found')
  expect(await report(reader)).toMatchObject({ profileId: ada, promptId: null, state: 'open' })
  const { items } = (await testSite.request('/api/admin/reports', { as: moderator })).body
  expect(items).toMatchObject([{ profile: { ...profile, user: { username: 'ada' } }, reportCount: 1, bannable: true }])
  const decide = (action: string) => post(`/api/admin/reports/${items[0].id}`, moderator, { action })
  const { version } = await readContentChanges(testSite.db, null)
  expect((await decide('remove')).body.profile.removedReason).toBe('It advertises something.')
  expect((await readContentChanges(testSite.db, version)).keys).toEqual(['user:ada'])
  expect(await readPublicProfile()).toEqual(emptyProfile)
  expect((await testSite.request('/api/user/profile', { as: ada })).body.removedReason).toBe('It advertises something.')
  expect((await decide('reopen')).body.state).toBe('open')
  expect(await readPublicProfile()).toEqual(profile)
  await decide('dismiss')
  expect((await report(reader)).state).toBe('decided')
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where action like '%profile' order by id`.execute(testSite.db)
  expect(rows.map(({ action }) => action)).toEqual(['account.remove-profile', 'account.restore-profile'])
  await sql`delete from audit_log`.execute(testSite.db)
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
