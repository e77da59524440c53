import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authenticatorCode } from '#test/authenticator.ts'
import { goodPassword, type Person, signUp } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite({ site: { adminsNeedSecondFactor: true } })
})
afterAll(() => testSite.close())

const send = ({ cookie }: Person, method: string, path: string, json?: unknown) =>
  testSite.request(path, { method, json, headers: { cookie } })

const giveCredits = (person: Person) =>
  send(person, 'POST', `/api/admin/users/${person.id}/credits`, { amount: 5, reason: 'a test' })

async function signUpAdmin(name: string): Promise<Person> {
  const person = await signUp(testSite, name)
  await testSite.db.updateTable('users').set({ role: 'admin' }).where('id', '=', person.id).execute()
  return person
}

describe('with ADMIN_SECOND_FACTOR=required', () => {
  it('an admin without a second factor can only read', async () => {
    const person = await signUpAdmin('Bare')
    const prompt = await testSite.addPrompt()
    const refusals = [
      await giveCredits(person),
      await send(person, 'POST', '/api/favorites', { promptId: prompt.id }),
      await send(person, 'DELETE', '/api/user', { password: goodPassword }),
    ]
    for (const { status, body } of refusals) {
      expect([status, body.error]).toEqual([
        403,
        'Admins need two-step sign-in here. Set it up in your settings first.',
      ])
    }
    expect((await send(person, 'GET', '/api/prompts')).status).toBe(200)
    expect((await send(person, 'GET', '/api/user')).body.role).toBe('admin')
    expect((await send(person, 'GET', '/api/user/second-factor')).body).toMatchObject({
      enabled: false,
      setupRequired: true,
    })
  })

  it('an admin without a second factor can’t see another user’s draft', async () => {
    const person = await signUpAdmin('Curious')
    const author = await testSite.addUser('Drafter')
    const { slug } = await testSite.addPrompt({ userId: author, status: 'draft' })
    expect((await send(person, 'GET', `/api/prompts/${slug}`)).status).toBe(404)
  })

  it('an admin gets full rights by confirming a code, in the same session', async () => {
    const person = await signUpAdmin('Ready')
    const { body } = await send(person, 'POST', '/api/user/second-factor', { password: goodPassword })
    const confirmation = await send(person, 'POST', '/api/user/second-factor/confirm', {
      code: authenticatorCode(body.secret),
    })
    expect(confirmation.status).toBe(200)
    expect((await giveCredits(person)).status).toBe(200)
    expect((await send(person, 'GET', '/api/user/second-factor')).body).toMatchObject({
      enabled: true,
      setupRequired: false,
    })
  })

  it('members need no second factor', async () => {
    const person = await signUp(testSite, 'Member')
    const prompt = await testSite.addPrompt()
    expect((await send(person, 'POST', '/api/favorites', { promptId: prompt.id })).status).toBe(200)
    expect((await send(person, 'GET', '/api/user/second-factor')).body.setupRequired).toBe(false)
  })
})
