import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { siteSecret } from './site-secrets.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

it('a secret of the site is created only once, even by concurrent calls', async () => {
  const found = await Promise.all(Array.from({ length: 20 }, () => siteSecret(world.db, 'session')))
  expect(new Set(found.map((secret) => secret.toString('hex'))).size).toBe(1)
  expect(found[0]).toHaveLength(32)
  expect((await siteSecret(world.db, 'captcha')).equals(found[0] as Buffer)).toBe(false)
})
