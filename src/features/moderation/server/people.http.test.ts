import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { siteAccountId } from '#platform/actor.ts'
import { listAuditEntries } from '#platform/audit.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { goodPassword, signUp } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let admin: string
/** How far the test site's clock is ahead of the real time, in ms. */
let aheadMs = 0
beforeAll(async () => {
  testSite = await createTestSite({ now: () => new Date(Date.now() + aheadMs) })
  admin = await testSite.addUser('root', 'admin')
})
afterAll(() => testSite.close())

const changeUser = (id: string, json: object, as = admin) =>
  testSite.request(`/api/admin/users/${id}`, { method: 'PATCH', as, json })
const listNames = async (query: string) => {
  const { body } = await testSite.request(`/api/admin/users${query}`, { as: admin })
  return body.items.map(({ username }: { username: string }) => username)
}

describe('users', () => {
  it('can be found by part of their name, full email address, role or ban; addresses aren’t shown', async () => {
    await testSite.addUser('Lovelace', 'moderator')
    const banned = await testSite.addUser('lovebot')
    await changeUser(banned, { banned: true })
    expect(await listNames('?q=LOVE')).toEqual(['lovebot', 'Lovelace'])
    expect(await listNames('?q=Lovelace@example.test')).toEqual(['Lovelace'])
    expect(await listNames('?q=@example.test')).toEqual([])
    expect(await listNames('?role=moderator')).toEqual(['Lovelace'])
    expect(await listNames('?banned=true')).toEqual(['lovebot'])
    const { body } = await testSite.request('/api/admin/users?limit=1', { as: admin })
    expect(JSON.stringify(body)).not.toContain('@')
    expect([body.total, body.items.length]).toEqual([3, 1])
    expect(await listNames(`?limit=2&cursor=${body.nextCursor}`)).toHaveLength(2)
  })

  it('can get a role, which applies from the next request', async () => {
    const id = await testSite.addUser('climber')
    expect((await testSite.request('/api/admin/overview', { as: id })).status).toBe(403)
    expect((await changeUser(id, { role: 'moderator' })).body).toMatchObject({ role: 'moderator', banned: false })
    expect((await testSite.request('/api/admin/overview', { as: id })).status).toBe(200)
    await changeUser(id, { role: 'moderator' })
    expect((await listAuditEntries(testSite.db, { target: { kind: 'user', id } }, { limit: 9 })).items).toHaveLength(1)
  })

  it('include at least one admin, even when two demote each other concurrently', async () => {
    expect((await changeUser(admin, { role: 'user' })).status).toBe(409)
    expect((await changeUser(admin, { banned: true })).status).toBe(409)
    const other = await testSite.addUser('second-admin', 'admin')
    const responses = await Promise.all([
      changeUser(other, { role: 'user' }, admin),
      changeUser(admin, { role: 'user' }, other),
    ])
    // The second request is refused, because it would demote the last admin, or because its sender is no longer an
    // admin.
    expect(responses.map(({ status }) => (status === 200 ? 'done' : 'refused')).sort()).toEqual(['done', 'refused'])
    const adminsLeft = await testSite.db.selectFrom('users').select('id').where('role', '=', 'admin').execute()
    expect(adminsLeft).toHaveLength(1)
    await testSite.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin).execute()
    expect((await changeUser(other, { role: 'user' })).status).toBe(200)
  })

  it.each<[string, (tx: Tx, id: string) => Promise<unknown>]>([
    ['banned', (tx, id) => tx.updateTable('users').set({ banned: true }).where('id', '=', id).execute()],
    ['demoted', (tx, id) => tx.updateTable('users').set({ role: 'moderator' }).where('id', '=', id).execute()],
    ['signed out by a reset', (tx, id) => tx.deleteFrom('sessions').where('userId', '=', id).execute()],
  ])('aren’t changed, nor is anybody invited, by an admin who was %s meanwhile', async (_, end) => {
    const target = await testSite.addUser(`helper-${newId().slice(-12)}`)
    const invitation = { label: 'Friends', uses: 100, days: 30 }
    for (const request of [
      (as: string) => changeUser(target, { role: 'admin' }, as),
      (as: string) => testSite.request('/api/admin/invitations', { method: 'POST', as, json: invitation }),
    ]) {
      const former = await testSite.addUser(`former-${newId().slice(-12)}`, 'admin')
      await testSite.request('/api/user', { as: former })
      let response: ReturnType<typeof changeUser> | undefined
      await inTransaction(testSite.db, async (tx) => {
        await tx.selectFrom('users').select('id').where('id', '=', former).forNoKeyUpdate().execute()
        await end(tx, former)
        response = request(former)
        await expect.poll(() => testSite.countLockWaits()).toBe(1)
      })
      expect((await response)?.status).toBe(401)
      await testSite.db.updateTable('users').set({ role: 'user' }).where('id', '=', former).execute()
    }
    const { role } = await testSite.db
      .selectFrom('users')
      .select('role')
      .where('id', '=', target)
      .executeTakeFirstOrThrow()
    expect(role).toBe('user')
  })

  it('don’t include the site’s own account, which can’t be banned; an unknown id returns 404', async () => {
    expect((await changeUser(siteAccountId, { banned: true })).status).toBe(403)
    expect(await listNames('?q=promptarium')).toEqual([])
    expect((await changeUser('00000000-0000-7000-8000-000000000000', { banned: true })).status).toBe(404)
  })

  it('can be changed only after a recent login, or with the password', async () => {
    const { id, cookie } = await signUp(testSite, 'Olga')
    await testSite.db.updateTable('users').set({ role: 'admin' }).where('id', '=', id).execute()
    const target = await testSite.addUser('target')
    const ban = (json: object) =>
      testSite.request(`/api/admin/users/${target}`, {
        method: 'PATCH',
        json: { banned: true, ...json },
        headers: { cookie },
      })
    aheadMs = 13 * 3_600_000
    const refused = await ban({})
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['password']])
    expect((await ban({ password: 'not this one' })).status).toBe(403)
    expect((await ban({ password: goodPassword })).status).toBe(200)
    aheadMs = 0
  })
})

describe('a ban', () => {
  it('ends sessions, refuses logins, and holds votes until it is lifted', async () => {
    const person = await signUp(testSite, 'Rascal')
    const prompt = await testSite.addPrompt()
    const headers = { cookie: person.cookie }
    await testSite.request('/api/votes', { method: 'POST', headers, json: { promptId: prompt.id, value: 1 } })
    const upvotes = async () => (await testSite.request(`/api/prompts/${prompt.id}`)).body.votes.up
    const login = async () =>
      (
        await testSite.request('/api/login', {
          method: 'POST',
          json: { username: 'Rascal', password: person.password },
        })
      ).status
    expect([await upvotes(), await login()]).toEqual([1, 200])
    await changeUser(person.id, { banned: true })
    expect((await testSite.request('/api/user', { headers })).status).toBe(401)
    expect([await upvotes(), await login()]).toEqual([0, 403])
    await changeUser(person.id, { banned: false })
    expect([await upvotes(), await login()]).toEqual([1, 200])
  })

  it('with undo removes prompts, votes, saves and reports, and reverts edits that are still the latest', async () => {
    const badModerator = await testSite.addUser('bad-moderator', 'moderator')
    const author = await testSite.addUser('good-author')
    const own = await testSite.addPrompt({ userId: badModerator, title: 'Buy my pills' })
    const voted = await testSite.addPrompt({ userId: author })
    const edited = await testSite.addPrompt({ userId: author, title: 'The good title' })
    const improved = await testSite.addPrompt({ userId: author, title: 'Another good title' })
    const edit = (id: string, as: string, title: string) =>
      testSite.request(`/api/prompts/${id}`, { method: 'PATCH', as, json: { title } })
    await testSite.request('/api/votes', { method: 'POST', as: badModerator, json: { promptId: voted.id, value: -1 } })
    await testSite.request('/api/favorites', { method: 'POST', as: badModerator, json: { promptId: voted.id } })
    await testSite.request('/api/reports', {
      method: 'POST',
      as: badModerator,
      json: { promptId: voted.id, reason: 'spam' },
    })
    await edit(edited.id, badModerator, 'Pills, cheap')
    await edit(edited.id, badModerator, 'Pills, cheaper')
    await edit(improved.id, badModerator, 'Pills again')
    await edit(improved.id, author, 'What the author made of it')

    expect((await changeUser(badModerator, { undo: true })).status).toBe(400)
    expect((await changeUser(badModerator, { banned: true, undo: true })).body).toMatchObject({
      banned: true,
      prompts: 0,
    })
    const read = async (id: string, as?: string) => (await testSite.request(`/api/prompts/${id}`, { as })).body
    expect(await read(own.id, admin)).toMatchObject({ status: 'removed', removedReason: 'The account was banned.' })
    expect(await read(voted.id)).toMatchObject({ votes: { up: 0, down: 0 }, favorites: 0 })
    expect(await read(edited.id)).toMatchObject({ title: 'The good title', version: 4 })
    expect(await read(improved.id)).toMatchObject({ title: 'What the author made of it', version: 3 })
    expect((await testSite.request('/api/admin/reports', { as: admin })).body.total).toBe(0)
    const { items } = await listAuditEntries(testSite.db, { action: 'account.undo' }, { limit: 1 })
    expect(items[0]).toMatchObject({ target: { id: badModerator }, details: { prompts: 1, edits: 1 } })
  })
})
