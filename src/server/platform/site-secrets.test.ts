import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { siteSecret } from './site-secrets.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

it('a secret of the site is created only once, even by concurrent calls, and differs from other secrets', async () => {
  const found = await Promise.all(Array.from({ length: 20 }, () => siteSecret(testSite.db, 'session')))
  expect(new Set(found.map((secret) => secret.toString('hex'))).size).toBe(1)
  expect(found[0]).toHaveLength(32)
  expect((await siteSecret(testSite.db, 'captcha')).equals(found[0] as Buffer)).toBe(false)
})
