import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#server/platform/db.ts'
import { createWorld, type World } from '#test/world.ts'
import { resetLinkMs, sessionIdleMs } from '../rules.ts'
import { createLink } from './one-time-links.ts'
import { removeExpired } from './remove-expired.ts'

let world: World
const start = new Date('2026-11-20T09:00:00Z')
let now = start
beforeAll(async () => {
  world = await createWorld({ now: () => now })
})
afterAll(() => world.close())

const counts = async () => ({
  sessions: (await world.db.selectFrom('sessions').select('id').execute()).length,
  links: (await world.db.selectFrom('accountTokens').select('purpose').execute()).length,
})

describe('the nightly cleanup', () => {
  it('deletes expired sessions and links, and no others', async () => {
    const userId = await world.addUser('Tidy')
    const link = { purpose: 'reset-password' as const, email: 'tidy@example.test', lifetimeMs: resetLinkMs }
    const addSessionAndLink = async () => {
      await world.startSession(userId)
      await inTransaction(world.db, (tx) => createLink(tx, userId, link, now))
    }
    await addSessionAndLink()
    now = new Date(start.getTime() + 1)
    await addSessionAndLink()
    now = new Date(start.getTime() + resetLinkMs)
    await removeExpired(world)
    expect(await counts()).toEqual({ sessions: 2, links: 1 })
    now = new Date(start.getTime() + sessionIdleMs)
    await removeExpired(world)
    expect(await counts()).toEqual({ sessions: 1, links: 0 })
  })
})
