import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authenticatorCode } from '#test/authenticator.ts'
import { runCli, runCliProgram, urlOf } from '#test/cli.ts'
import { cookieOf, goodPassword, signIn } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

/** Runs `user …` and sends `input` to its standard input. */
const runUser = (words: string, input = '', env: Record<string, string> = {}) =>
  runCli(['user', ...words.split(' ')], { env: { DATABASE_URL: urlOf(testSite.connection), ...env } }, input)

const roleOf = async (name: string) =>
  (await testSite.db.selectFrom('users').select('role').where('username', '=', name).executeTakeFirst())?.role
const login = (username: string, password: string) =>
  testSite.request('/api/login', { method: 'POST', json: { username, password } })

describe('user create', () => {
  it('creates an account that can sign in with the first line of the input as its password', async () => {
    const words = ['user', 'create', 'Root_One', 'root@example.test']
    const { status, stdout, stderr } = await runCliProgram(words, testSite.connection, `${goodPassword}\r\nmore\n`)
    expect([status, stdout, stderr]).toEqual([0, 'Root_One can sign in now.\n', ''])
    expect((await login('root_one', goodPassword)).body).toMatchObject({ username: 'Root_One', role: 'user' })
  })

  it.each([
    ['create Root_One other@example.test', goodPassword, 'This username is taken. Choose another.'],
    [
      'create Other root@example.test',
      goodPassword,
      'An account with this email address already exists. Sign in, or reset its password.',
    ],
    ['create Other nothing', goodPassword, 'Please enter a valid email address.'],
    ['create Other other@example.test', 'short', 'Password must be at least 6 characters.'],
    ['create Other other@example.test', '', 'Password must be at least 6 characters.'],
    ['create Other other@example.test', 'password', 'This password is too common. Choose another.'],
    ['create admin other@example.test', goodPassword, 'This username is reserved. Choose another.'],
  ])('refuses “user %s” with the password “%s” in one line, with status 1', async (words, password, message) => {
    const { status, stdout, stderr } = await runUser(words, password)
    expect([status, stdout, stderr]).toEqual([1, '', `${message}\n`])
  })
})

describe('user promote', () => {
  it('gives each role, and ignores the letter case of the username', async () => {
    await testSite.addUser('Climber')
    for (const role of ['admin', 'moderator', 'user']) {
      expect(await runUser(`promote climber ${role}`)).toMatchObject({
        status: 0,
        stdout: `climber now has the role ${role}.\n`,
      })
      expect(await roleOf('Climber')).toBe(role)
    }
  })

  it.each([
    ['promote Climber king', 2, 'ROLE must be admin, moderator or user, not “king”.'],
    ['promote nobody-here admin', 1, 'There is no user named “nobody-here”.'],
    ['promote', 2, 'NAME is missing.'],
  ])('refuses “user %s” with status %i', async (words, status, message) => {
    expect(await runUser(words)).toEqual({ status, stdout: '', stderr: `${message}\n` })
  })
})

describe('user ban', () => {
  it('ends the sessions; until the ban is lifted, sign-ins are refused and the votes don’t count', async () => {
    await runUser('create Rascal rascal@example.test', goodPassword)
    const id = (await login('Rascal', goodPassword)).body.id
    const { id: promptId, slug } = await testSite.addPrompt()
    await testSite.request('/api/votes', { method: 'POST', as: id, json: { promptId, value: 1 } })
    const upvotes = async () => (await testSite.request(`/api/prompts/${slug}`)).body.votes.up
    const cookie = await signIn(testSite, { username: 'Rascal', password: goodPassword })
    expect((await runUser('ban Rascal')).status).toBe(0)
    expect((await testSite.request('/api/user', { headers: { cookie } })).status).toBe(401)
    expect((await login('Rascal', goodPassword)).status).toBe(403)
    expect(await upvotes()).toBe(0)
    expect((await runUser('ban Rascal --undo')).status).toBe(0)
    expect(await upvotes()).toBe(1)
    expect((await login('Rascal', goodPassword)).status).toBe(200)
  })
})

describe('user reset-link', () => {
  it('prints a link under PUBLIC_URL with which a new password can be chosen once', async () => {
    await runUser('create Locked locked@example.test', goodPassword)
    const { status, stdout } = await runUser('reset-link Locked', '', { PUBLIC_URL: 'https://prompts.example.org' })
    expect(status).toBe(0)
    const [, token] = /^https:\/\/prompts\.example\.org\/auth\/reset\?token=([\w-]{65})\n$/.exec(stdout) ?? []
    const reset = () =>
      testSite.request('/api/password/reset', { method: 'POST', json: { token, password: 'a quite new one' } })
    expect([(await reset()).status, (await reset()).status]).toEqual([204, 400])
    const { status: loginStatus, body } = await login('Locked', 'a quite new one')
    // The link came from the operator and not by email, so using it doesn't confirm the address.
    expect([loginStatus, body.emailVerified]).toEqual([200, false])
  })
})

describe('user second-factor-off', () => {
  it('lets the user sign in with only the password', async () => {
    await runUser('create Phoneless phoneless@example.test', goodPassword)
    const cookie = cookieOf(await login('Phoneless', goodPassword))
    const post = (path: string, json: unknown) => testSite.request(path, { method: 'POST', json, headers: { cookie } })
    const { body } = await post('/api/user/second-factor', { password: goodPassword })
    await post('/api/user/second-factor/confirm', { code: authenticatorCode(body.secret) })
    expect((await login('Phoneless', goodPassword)).body.code).toBe('second_factor_required')
    expect((await runUser('second-factor-off Phoneless')).status).toBe(0)
    expect((await login('Phoneless', goodPassword)).status).toBe(200)
  })
})
