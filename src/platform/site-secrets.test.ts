import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { getSiteSecret } from './site-secrets.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

it('a secret of the site is created only once, even by concurrent calls, and differs from other secrets', async () => {
  const secrets = await Promise.all(Array.from({ length: 20 }, () => getSiteSecret(testSite.db, 'session')))
  expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1)
  expect(secrets[0]).toHaveLength(32)
  expect((await getSiteSecret(testSite.db, 'captcha')).equals(secrets[0] as Buffer)).toBe(false)
})
