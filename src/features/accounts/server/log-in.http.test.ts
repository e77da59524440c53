import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { goodPassword, type Person, signUp } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { markSecondFactor } from './sessions/mark-second-factor.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

const login = ({ username }: Pick<Person, 'username'>, headers?: Record<string, string>) =>
  testSite.request('/api/login', { method: 'POST', json: { username, password: goodPassword }, headers })

/** Logs in while `work` runs in a transaction that locks the account. Returns the response to the login. */
async function loginDuring(person: Person, work: (tx: Tx) => Promise<unknown>) {
  const { response } = await inTransaction(testSite.db, async (tx) => {
    await sql`select from users where id = ${person.id} for update`.execute(tx)
    const response = login(person)
    await expect.poll(() => testSite.countLockWaits()).toBe(1)
    await work(tx)
    // Wrapped, because awaiting the response here would keep the lock that the login waits for.
    return { response }
  })
  return response
}
const hashOf = (person: Person) => sql`(select hash from passwords where user_id = ${person.id})`
const setHash = (person: Person, hash: ReturnType<typeof hashOf>) => (tx: Tx) =>
  sql`update passwords set hash = ${hash} where user_id = ${person.id}`.execute(tx)

describe('a login while the account is being changed', () => {
  it('is refused if the password is changed', async () => {
    const [person, other] = [await signUp(testSite, 'Changing'), await signUp(testSite, 'Otherwise')]
    await testSite.request('/api/password/change', {
      method: 'POST',
      headers: { cookie: other.cookie },
      json: { currentPassword: goodPassword, newPassword: 'seven calm herons' },
    })
    expect((await loginDuring(person, setHash(person, hashOf(other)))).status).toBe(401)
  })

  it('succeeds if another login replaces the hash of the same password', async () => {
    const [person, other] = [await signUp(testSite, 'Rehashed'), await signUp(testSite, 'SamePassword')]
    expect((await loginDuring(person, setHash(person, hashOf(other)))).status).toBe(200)
  })

  it('is refused if the password is removed', async () => {
    const person = await signUp(testSite, 'Removing')
    const removePassword = (tx: Tx) => sql`delete from passwords where user_id = ${person.id}`.execute(tx)
    expect((await loginDuring(person, removePassword)).status).toBe(401)
  })

  it('is refused if the second factor is switched on', async () => {
    const person = await signUp(testSite, 'Securing')
    const switchOn = (tx: Tx) => markSecondFactor(tx, person.id, true, testSite.now())
    const { status, body } = await loginDuring(person, switchOn)
    expect([status, body.code]).toEqual([401, 'invalid_credentials'])
    const { rows } = await sql`select from sessions where user_id = ${person.id}`.execute(testSite.db)
    expect(rows).toHaveLength(1)
  })

  it('is refused if the account is banned', async () => {
    const person = await signUp(testSite, 'Banning')
    const ban = (tx: Tx) => sql`update users set banned = true where id = ${person.id}`.execute(tx)
    expect(await loginDuring(person, ban)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })
})

it('a session stores only the beginning of a long User-Agent', async () => {
  const person = await signUp(testSite, 'LongAgent')
  await login(person, { 'user-agent': 'x'.repeat(5_000) })
  const { rows } = await sql<{ length: number }>`
    select max(length(browser)) as length from sessions where user_id = ${person.id}`.execute(testSite.db)
  expect(rows[0]?.length).toBeLessThan(1_000)
})

it('a password change reports a wrong current password, and an account that has no password', async () => {
  const person = await signUp(testSite, 'NoPassword')
  const changePassword = () =>
    testSite.request('/api/password/change', {
      method: 'POST',
      headers: { cookie: person.cookie },
      json: { currentPassword: 'not this one', newPassword: 'seven calm herons' },
    })
  const forbiddenWith = (message: string) => {
    const error = expect.stringContaining(message)
    return { status: 403, body: { error, fields: { currentPassword: error } } }
  }
  expect(await changePassword()).toMatchObject(forbiddenWith('not your password'))
  await sql`delete from passwords where user_id = ${person.id}`.execute(testSite.db)
  expect(await changePassword()).toMatchObject(forbiddenWith('has no password yet'))
})

it('the link that confirms an address works only for the account it was sent to', async () => {
  const [owner, otherMember] = [await signUp(testSite, 'Owning'), await signUp(testSite, 'Strange')]
  await testSite.runJobs()
  const email = testSite.outbox().find(({ to, text }) => to === owner.email && text.includes('token='))
  const token = /token=([\w-]+)/.exec(email?.text ?? '')?.[1]
  const confirmAddress = ({ cookie }: Person) =>
    testSite.request('/api/email/verify', { method: 'POST', headers: { cookie }, json: { token } })
  expect(await confirmAddress(otherMember)).toMatchObject({
    status: 403,
    body: { error: expect.stringContaining('another account') },
  })
  expect((await confirmAddress(owner)).status).toBe(204)
})
