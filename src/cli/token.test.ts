import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli, urlOf } from '#test/cli.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
  await testSite.addUser('Marta')
})
afterAll(() => testSite.close())

const run = (...words: string[]) =>
  runCli(['token', 'create', ...words], { env: { DATABASE_URL: urlOf(testSite.connection) } })

describe('token create', () => {
  it('prints only the token on standard output, and the token is limited to its scopes', async () => {
    const { status, stdout } = await run('marta', '--scopes', 'read, run', '--days', '7', '--daily-credits', '5')
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^ptm_\S{71}\n$/)])
    const headers = { authorization: `Bearer ${stdout.trim()}` }
    expect((await testSite.request('/api/user', { headers })).body.username).toBe('Marta')
    const response = await testSite.request('/api/favorites', { method: 'POST', json: { promptId: 'x' }, headers })
    expect(response.body.error).toContain('“write”')
  })

  it.each([
    [['marta', '--scopes', 'all'], 2, '--scopes: '],
    [['marta', '--scopes', ''], 2, '--scopes: '],
    [['marta', '--days', '400'], 2, '--days: '],
    [['marta', '--days', 'never'], 2, '--days: '],
    [['marta', '--daily-credits', '-1'], 2, '--daily-credits'],
    [['nobody'], 1, 'There is no user named “nobody”.'],
    [[], 2, 'NAME is missing.'],
  ])('refuses %j', async (words, status, message) => {
    const result = await run(...words)
    expect([result.status, result.stdout]).toEqual([status, ''])
    expect(result.stderr).toContain(message)
  })
})
