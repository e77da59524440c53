import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { readSettings } from '../settings/settings.ts'
import { noLog } from '../telemetry/request-log.ts'
import { createServices } from './services.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

it('sendsEmail is true only with a mail server', () => {
  const sendsEmail = (environment: Record<string, string>) =>
    createServices(readSettings(environment), testSite.db, noLog).sendsEmail
  expect(sendsEmail({})).toBe(false)
  expect(sendsEmail({ SMTP_URL: 'smtp://localhost:2525', MAIL_FROM: 'hello@example.org' })).toBe(true)
})
