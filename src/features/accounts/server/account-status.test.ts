import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { siteAccountId } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { hooks } from '#server/hooks.ts'
import { goodPassword, signUp } from '#test/sign-up.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import { setBanned } from './change-account-status.ts'
import { lockAccountStatus } from './lock-account-status.ts'
import { lockWriter } from './lock-user.ts'

const testSite: TestSite = await createTestSite()
afterAll(() => testSite.close())

let userCount = 0
const addUser = (role?: 'admin') => testSite.addUser(`status${++userCount}`, role)
const isLastAdmin = async (id: string) =>
  (await inTransaction(testSite.db, (tx) => lockAccountStatus(tx, id))).isLastAdmin
const ban = (id: string, banned: boolean) =>
  inTransaction(testSite.db, (tx) => setBanned(tx, hooks, { kind: 'system', name: 'test' }, { userId: id, banned }))

describe('the last admin', () => {
  beforeEach(() => sql`update users set role = 'user' where id <> ${siteAccountId}`.execute(testSite.db))

  it('doesn’t exist on a site without admins', async () => {
    expect(await isLastAdmin(await addUser())).toBe(false)
  })

  it('is the only admin who isn’t banned', async () => {
    const [first, second, member] = [await addUser('admin'), await addUser('admin'), await addUser()]
    expect([await isLastAdmin(first), await isLastAdmin(second), await isLastAdmin(member)]).toEqual([
      false,
      false,
      false,
    ])
    await ban(second, true)
    expect([await isLastAdmin(first), await isLastAdmin(second), await isLastAdmin(member)]).toEqual([
      true,
      false,
      false,
    ])
  })
})

it('the last admin can’t delete their account, so reports and messages always have somebody', async () => {
  await sql`update users set role = 'user' where id <> ${siteAccountId}`.execute(testSite.db)
  const person = await signUp(testSite, 'LastAdmin')
  await sql`update users set role = 'admin' where id = ${person.id}`.execute(testSite.db)
  const deleteAccount = () =>
    testSite.request('/api/user', {
      method: 'DELETE',
      json: { password: goodPassword },
      headers: { cookie: person.cookie },
    })
  const refused = await deleteAccount()
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'You are the last admin. Make somebody else an admin first.',
  ])
  await addUser('admin')
  expect((await deleteAccount()).status).toBe(204)
})

it('a ban ends all sessions, and lifting the ban doesn’t restore them', async () => {
  const id = await addUser()
  const readUser = () => testSite.request('/api/user', { as: id })
  expect((await readUser()).status).toBe(200)
  await ban(id, true)
  await ban(id, false)
  expect((await readUser()).status).toBe(401)
})

it('a ban ends links to a new password, and lifting the ban doesn’t restore them', async () => {
  const { id, email } = await signUp(testSite, 'Expelled')
  await testSite.request('/api/password/forgot', { method: 'POST', json: { email } })
  await testSite.runJobs()
  const [, token] = /\/auth\/reset\?token=([\w-]+)/.exec(testSite.outbox().at(-1)?.text ?? '') ?? []
  expect(token).toBeDefined()
  await ban(id, true)
  await ban(id, false)
  const json = { token, password: 'another long password 7' }
  expect((await testSite.request('/api/password/reset', { method: 'POST', json })).status).toBe(400)
})

it('users who are banned or deleted can’t write', async () => {
  const [member, banned] = [await addUser(), await addUser()]
  await ban(banned, true)
  const write = (id: string) => inTransaction(testSite.db, (tx) => lockWriter(tx, memberOf(id)))
  await expect(write(member)).resolves.toBeUndefined()
  // A new id belongs to no user, like the id of a deleted one.
  for (const id of [banned, newId()]) await expect(write(id)).rejects.toMatchObject({ code: 'authentication_required' })
})
