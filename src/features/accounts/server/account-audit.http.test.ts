import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '#platform/database/db.ts'
import { hooks } from '#server/hooks.ts'
import { goodPassword, signIn, signUp } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { changeRole, setBanned } from './change-account-status.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

it('records each action on an account with the account’s id, without its name or address', async () => {
  const person = await signUp(testSite, 'Watched')
  const post = (path: string, json: unknown) =>
    testSite.request(path, { method: 'POST', json, headers: { cookie: person.cookie } })
  await post('/api/login', { username: 'Watched', password: 'not the one' })
  await post('/api/login', { username: 'nobody-has-this', password: 'not the one' })
  person.cookie = await signIn(testSite, person)
  await post('/api/password/change', { currentPassword: goodPassword, newPassword: 'seven calm herons' })
  const system = { kind: 'system' as const, name: 'command line' }
  await inTransaction(testSite.db, async (tx) => {
    await changeRole(tx, system, person.id, 'moderator')
    await setBanned(tx, hooks, system, { userId: person.id, banned: true })
    await setBanned(tx, hooks, system, { userId: person.id, banned: false })
  })
  const cookie = await signIn(testSite, { ...person, password: 'seven calm herons' })
  const deletion = { method: 'DELETE', json: { password: 'seven calm herons' }, headers: { cookie } }
  expect((await testSite.request('/api/user', deletion)).status).toBe(204)

  const entries = await testSite.db.selectFrom('auditLog').selectAll().orderBy('id').execute()
  expect(entries.map(({ action, targetId }) => [action, targetId === person.id])).toEqual([
    ['account.register', true],
    ['account.login-failed', true],
    ['account.login-failed', false],
    ['account.login', true],
    ['account.password-change', true],
    ['account.role', true],
    ['account.ban', true],
    ['account.unban', true],
    ['account.login', true],
    ['account.delete', true],
  ])
  const logins = entries.filter(({ action }) => action === 'account.login')
  expect(
    logins.map(({ actorId }) => actorId),
    'the actor of a login is the account itself',
  ).toEqual([person.id, person.id])
  for (const { network } of logins) expect(network, 'the network is recorded').not.toBeNull()
  expect(JSON.stringify(entries)).not.toMatch(/watched|nobody-has-this|herons/i)
})
