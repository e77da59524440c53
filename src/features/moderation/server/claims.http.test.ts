import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { findDrifts } from '#features/catalogue/server/stored/recount-queries.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let testCount = 0
let moderator: string
let ada: string
let bob: string
/** A credited name that only the current test uses. */
let name: string
beforeAll(async () => {
  testSite = await createTestSite()
  moderator = await testSite.addUser('mo', 'moderator')
})
afterAll(() => testSite.close())
beforeEach(async () => {
  name = `Ada ${++testCount}`
  ada = await testSite.addUser(`ada${testCount}`)
  bob = await testSite.addUser(`bob${testCount}`)
  await testSite.addPrompt({ credit: name })
})

const claim = async (as: string) => {
  const json = { note: 'Look at my site, please.' }
  return (await testSite.request(`/api/authors/${encodeURIComponent(name)}/claim`, { method: 'POST', as, json })).body
    .id
}
const decide = (id: string, action: string, as = moderator) =>
  testSite.request(`/api/admin/claims/${id}`, { method: 'POST', as, json: { action } })
const listOpenClaims = async () => (await testSite.request('/api/admin/claims', { as: moderator })).body
/** Returns the username of the member who holds the credited name, or the name itself if nobody does. */
const readHolder = async () => (await testSite.request(`/api/authors/${encodeURIComponent(name)}`)).body.author.username

it('a moderator approves a claim, and can revoke it; the member gets an email each time', async () => {
  const id = await claim(ada)
  await testSite.addPrompt({ credit: name })
  await testSite.addPrompt({ credit: `Not ${name}` })
  expect((await listOpenClaims()).items).toMatchObject([
    { id, name, user: { username: `ada${testCount}` }, holder: null, promptCount: 2 },
  ])
  expect((await testSite.request('/api/admin/overview', { as: moderator })).body.openClaims).toBe(1)
  for (let i = 0; i < 2; i++) {
    const { body } = await decide(id, 'approve')
    const holder = { username: `ada${testCount}` }
    expect(body).toMatchObject({ status: 'approved', holds: true, holder, promptCount: null })
  }
  expect(await readHolder()).toBe(`ada${testCount}`)
  expect((await listOpenClaims()).total).toBe(0)
  expect((await decide(id, 'revoke')).body).toMatchObject({ status: 'declined', holds: false, holder: null })
  expect(await readHolder()).toBe(name)
  expect((await decide(id, 'approve')).body.holds).toBe(true)
  const entries = await testSite.db.selectFrom('auditLog').select('action').where('targetKind', '=', 'author').execute()
  await testSite.runJobs()
  // The jobs that send emails may run in any order.
  expect(
    testSite
      .outbox()
      .map(({ subject }) => subject.split(' on ')[0])
      .toSorted(),
  ).toEqual([
    'A name is no longer yours',
    'Your prompts are linked to your account',
    'Your prompts are linked to your account',
  ])
  const actions = ['claim.request', 'claim.approve', 'claim.revoke', 'claim.approve']
  expect(entries.map(({ action }) => action).slice(-4)).toEqual(actions)
  // The stored counts of prompts are still correct.
  expect(await findDrifts(testSite.db)).toEqual([])
})

it('another member’s claim to a name can be approved only after the first claim is revoked', async () => {
  const [first, second] = [await claim(ada), await claim(bob)]
  await decide(first, 'approve')
  const refused = await decide(second, 'approve')
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
  expect((await testSite.request('/api/admin/claims', { as: moderator })).body.items).toMatchObject([
    { id: second, status: 'pending', holder: { username: `ada${testCount}` } },
  ])
  await decide(first, 'revoke')
  expect((await decide(second, 'approve')).status).toBe(200)
  expect(await readHolder()).toBe(`bob${testCount}`)
})

it('a name that a member already holds can be claimed by another member', async () => {
  const first = await claim(ada)
  await decide(first, 'approve')
  const second = await claim(bob)
  expect((await listOpenClaims()).items).toMatchObject([
    { id: second, user: { username: `bob${testCount}` }, holder: { username: `ada${testCount}` } },
  ])
  expect(await readHolder()).toBe(`ada${testCount}`)
  await decide(second, 'decline')
})

it('if two claims to a name are approved concurrently, only one approval succeeds', async () => {
  const ids = [await claim(ada), await claim(bob)]
  const responses = await Promise.all(ids.map((id) => decide(id, 'approve')))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await findDrifts(testSite.db)).toEqual([])
})

it('a member whose claim was declined can claim the name again', async () => {
  const id = await claim(ada)
  expect((await decide(id, 'decline')).body.status).toBe('declined')
  expect(await claim(ada)).not.toBe(id)
  expect(await readHolder()).toBe(name)
})

it('a declined claim can’t be approved while the member has a newer one open', async () => {
  const first = await claim(ada)
  await decide(first, 'decline')
  const second = await claim(ada)
  const { status, body } = await decide(first, 'approve')
  expect([status, body.code]).toEqual([409, 'conflict'])
  expect(await readHolder()).toBe(name)
  expect((await decide(second, 'approve')).body).toMatchObject({ status: 'approved', holds: true })
})

it('only moderators decide claims, and never their own', async () => {
  const id = await claim(ada)
  expect((await decide(id, 'approve', bob)).status).toBe(403)
  expect((await testSite.request('/api/admin/claims', { as: bob })).status).toBe(403)
  const own = await claim(moderator)
  expect((await decide(own, 'approve')).status).toBe(403)
})

it('a ban revokes the member’s approved claim and ends the open ones', async () => {
  const admin = await testSite.addUser(`root${testCount}`, 'admin')
  const id = await claim(ada)
  await decide(id, 'approve')
  await testSite.addPrompt({ credit: `other-${testCount}` })
  const other = `/api/authors/other-${testCount}/claim`
  await testSite.request(other, { method: 'POST', as: ada, json: { note: 'This is mine as well.' } })
  const ban = { method: 'PATCH', as: admin, json: { banned: true } }
  expect((await testSite.request(`/api/admin/users/${ada}`, ban)).status).toBe(200)
  expect(await readHolder()).toBe(name)
  expect(
    (await listOpenClaims()).items.filter(
      ({ user }: { user: { username: string } }) => user.username === `ada${testCount}`,
    ),
  ).toEqual([])
  expect((await decide(id, 'approve')).body.code).toBe('conflict')
  expect(await findDrifts(testSite.db)).toEqual([])
})
