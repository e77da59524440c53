import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { noLog } from './request-log.ts'
import { createServices } from './services.ts'
import { readSettings } from './settings.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

it('sendsEmail is true only with a mail server', () => {
  const sendsEmail = (environment: Record<string, string>) =>
    createServices(readSettings(environment), world.db, noLog).sendsEmail
  expect(sendsEmail({})).toBe(false)
  expect(sendsEmail({ SMTP_URL: 'smtp://localhost:2525', MAIL_FROM: 'hello@example.org' })).toBe(true)
})
